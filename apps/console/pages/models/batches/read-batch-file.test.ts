import { expect, test } from 'vitest'
import { readBatchFile } from './read-batch-file.ts'

test('a chosen file yields its items, with a byte order mark and either end of lines', async () => {
  const file = new Blob(['\ufeff{"customId":"one","body":{}}\r\n{"customId":"two","body":{"n":1}}\n'])
  expect(await readBatchFile(file)).toEqual({
    items: [
      { customId: 'one', body: {} },
      { customId: 'two', body: { n: 1 } },
    ],
  })
})

test('a chosen file yields its first fault and its line', async () => {
  expect(await readBatchFile(new Blob(['\n{"customId":"one","body":{}}\n{']))).toEqual({
    fault: { kind: 'no_json' },
    line: 3,
  })
  expect(await readBatchFile(new Blob(['\n']))).toEqual({ fault: 'empty' })
  expect(await readBatchFile(new Blob([new Uint8Array(16 * 2 ** 20 + 1)]))).toEqual({ fault: 'too_large' })
})
