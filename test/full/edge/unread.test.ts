import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '../../eventually.ts'
import { ask, connectTo, startEdge } from '../../edge/edge.ts'

for (const [script, letter] of [
  ['Latin', 'x'],
  ['Chinese', '水'],
] as const) {
  test(`unread responses in ${script} are limited: the client that has not read for longest is disconnected, and one that reads gets everything`, async (t) => {
    const answer = letter.repeat((16 * 1_048_576) / Buffer.byteLength(letter))
    const { port, served } = await startEdge(
      t,
      (replies) => (_req, res) => replies.send(res, 200, { code: 200, msg: '成功', data: answer }),
    )
    const silent = []
    for (let n = 0; n < 10; n++) {
      const client = await connectTo(t, port)
      client.socket.pause()
      client.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      silent.push(client)
      // The clock decides which client has not read for longest.
      await wait(30)
    }
    assert.equal((await ask(port)).data, answer)
    // The clients that were disconnected do not read, and so do not notice.
    await eventually(() => served.length >= 7, 'six were disconnected, and the one that reads was answered')
    let cut = 0
    for (const client of silent) {
      client.socket.resume()
      const came = await Promise.race([client.closed(), client.until(/"}$/)])
      if (!came.endsWith('"}')) cut++
    }
    // Four answers of 16 MB are the most that may wait.
    assert.ok(cut >= 6 && cut < 10, `${cut} of 10 were cut off`)
  })
}
