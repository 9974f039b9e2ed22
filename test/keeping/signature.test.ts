import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketAddress } from '../../server/keeping/bucket.ts'
import { signedHeaders } from '../../server/keeping/signature.ts'
import { signatureOf } from './standIn.ts'

const amazon = {
  region: 'us-east-1',
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const time = new Date('2013-05-24T00:00:00Z')

const vectors: { method: string; path: string; headers: Record<string, string>; body: string; signature: string }[] = [
  {
    method: 'GET',
    path: '/test.txt',
    headers: { range: 'bytes=0-9' },
    body: '',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    method: 'PUT',
    path: '/test%24file.text',
    body: 'Welcome to Amazon S3.',
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    method: 'GET',
    path: '/?lifecycle',
    headers: {},
    body: '',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
]

test('requests are signed as in Amazon’s examples, and so are those that the stand-in accepts', () => {
  for (const { method, path, headers, body, signature } of vectors) {
    const url = new URL(`https://examplebucket.s3.amazonaws.com${path}`)
    const signed = signedHeaders({ method, url, headers, body: Buffer.from(body) }, amazon, time)
    assert.equal(signed.authorization?.split('Signature=')[1], signature, path)
    assert.equal(signatureOf({ method, url: path, headers: signed }, amazon.secret), signature, path)
  }
})

test('the bucket is in the host’s name, except for an address in numbers', () => {
  const address = (endpoint: string): string => bucketAddress({ endpoint, bucket: 'copies' })
  assert.equal(address('https://oss-cn-hangzhou.aliyuncs.com'), 'https://copies.oss-cn-hangzhou.aliyuncs.com/')
  assert.equal(address('https://s3.example.com:9000'), 'https://copies.s3.example.com:9000/')
  assert.equal(address('http://10.0.0.7:9000'), 'http://10.0.0.7:9000/copies/')
  assert.equal(address('http://[fd00::7]:9000'), 'http://[fd00::7]:9000/copies/')
  assert.equal(address('http://localhost:9000'), 'http://localhost:9000/copies/')
})
