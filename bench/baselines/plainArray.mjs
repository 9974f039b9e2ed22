// The list call over a plain array, newest first, with names converted to lower case once.
import { readFileSync } from 'node:fs'
import { serve } from './serve.mjs'

const products = JSON.parse(readFileSync(process.argv[2], 'utf8')).map((row) => ({
  row,
  name: row.coverName.toLowerCase(),
}))

serve('/v1/product/list', ({ coverName = '', page = 1, limit = 10 }) => {
  const word = coverName.toLowerCase()
  const found = word === '' ? products : products.filter(({ name }) => name.includes(word))
  const start = (page - 1) * limit
  return { data: found.slice(start, start + limit).map(({ row }) => row), count: found.length }
})
