// Saves an application in PostgreSQL, in a durable transaction of its own.
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { serve } from './serve.mjs'

const sql = postgres(process.argv[2], { onnotice: () => {} })
await sql`create table agent (id text primary key, created_at timestamptz not null, name text not null, info text not null, phone text not null, source text not null)`

serve('/v1/agent/saveAgent', async ({ agentName, agentInfo, phone }) => {
  await sql`insert into agent values (${randomUUID()}, now(), ${agentName}, ${agentInfo}, ${phone}, 'desktop')`
  return null
})
