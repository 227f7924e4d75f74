import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBlocks } from './blocks.ts'

test('the examples of docs/offline-model.md are blocks as they stand, one of each kind', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/offline-model.md'), 'utf8')
  const examples = [...page.matchAll(/^````markdown\n([^]*?)^````$/gm)].map(([, example]) => readBlocks(example!))
  expect(examples.flatMap(({ problems }) => problems)).toEqual([])
  expect(examples.map(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual([
    ['file'],
    ['edit'],
    ['patch'],
    ['run'],
    ['question'],
  ])
  expect(readBlocks(page)).toEqual({ blocks: [], problems: [] })
})
