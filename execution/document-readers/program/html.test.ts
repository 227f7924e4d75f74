import { expect, test } from 'vitest'
import { markdownOfHtml } from './html.ts'

test('many blanks between elements are read in time that grows with their number', () => {
  expect(markdownOfHtml(`${'<i> </i>'.repeat(100_000)}<p>Yes.  </p><pre>a  \n  b</pre>`)).toBe(
    'Yes.\n\n```\na\n  b\n```',
  )
})
