import { expect, test } from 'vitest'
import { chooseId, shortId } from './ids.ts'

const rows = [
  { id: '01a1faf1-f351-7335-a158-d5a1b39875c5', title: 'One\u001b[2J' },
  { id: '01a1faf1-f352-7335-a158-d5a1b39876c5', title: 'Two' },
]
const choose = (named: string, at = rows) =>
  chooseId(named, each(at), { one: 'cycle', list: 'atelier status', describe: ({ title }) => title })

async function* each<Row>(all: readonly Row[]): AsyncGenerator<Row> {
  for (const row of all) yield await Promise.resolve(row)
}

test('an id is chosen whole, by its short form, its beginning or its end', async () => {
  const [one, two] = rows.map(({ id }) => id)
  expect(await choose(one!, [])).toBe(one)
  expect(await choose(shortId(two!))).toBe(two)
  expect(await choose('01A1FAF1-F351')).toBe(one)
  expect(await choose('75c5')).toBe(one)
})

test('several ids that fit are named, and none is chosen', async () => {
  await expect(choose('01a1faf1')).rejects.toMatchObject({ kind: 'usage', code: 'ambiguous_id' })
  await expect(choose('01a1faf1')).rejects.toThrow(
    /^2 cycles have an id like 01a1faf1:\n  01a1faf1-f351-\S+  One\\u\{001b\}\[2J\n  01a1/,
  )
})

test.each(['', '5c5', 'c5d5c5d5', 'One', '../x', '75c5-', '%75c5'])('“%s” names nothing', async (named) => {
  await expect(choose(named)).rejects.toMatchObject({ kind: 'absent', code: 'no_cycle' })
})
