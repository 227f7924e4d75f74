import { expect, test } from 'vitest'
import { RefusedDocumentError } from './fault.ts'
import { markdownOfHtml } from './html.ts'

test('many blanks between elements are read in time that grows with their number', () => {
  expect(markdownOfHtml(`${'<i> </i>'.repeat(100_000)}<p>Yes.  </p><pre>a  \n  b</pre>`).markdown).toBe(
    'Yes.\n\n```\na\n  b\n```',
  )
})

const rowsOf = (cells: string) => markdownOfHtml(`<table>${cells}</table>`).markdown.split('\n')

// The first is https://github.com/matthewwithanm/python-markdownify/issues/109.
test.each([
  [
    '<tr><th>Work<th>Hours<th>Price<tr><td colspan=2>Design<td>9000<tr><td rowspan=2>Build<td>10<td>4100<tr><td>20<td>7700',
    [
      '| Work | Hours | Price |',
      '| --- | --- | --- |',
      '| Design |  | 9000 |',
      '| Build | 10 | 4100 |',
      '|  | 20 | 7700 |',
    ],
  ],
  [
    '<tr><td colspan=" 2 " rowspan=2>A<td>b<tr><td>c<tr><td>d<td>e<td>f',
    ['| A |  | b |', '| --- | --- | --- |', '|  |  | c |', '| d | e | f |'],
  ],
  [
    '<tr><td>a<td rowspan=3>b<td>c<tr><td rowspan=2>d<td>e<tr><td>f',
    ['| a | b | c |', '| --- | --- | --- |', '| d |  | e |', '|  |  | f |'],
  ],
  ['<thead><tr><td rowspan=0>a<td>b<tbody><tr><td>c<td>d', ['| a | b |', '| --- | --- |', '| c | d |']],
  ['<tr><td colspan=x rowspan=-1>a<td colspan=0>b<tr><td>c<td>d', ['| a | b |', '| --- | --- |', '| c | d |']],
])('a cell over several columns or rows keeps the others in their columns', (cells, lines) => {
  expect(rowsOf(cells)).toEqual(lines)
})

test('a small table that has more places than a page has characters is refused', () => {
  const tall = `<tr><td colspan=1000>a${'<tr><td>b'.repeat(1_000)}`
  expect(() => rowsOf(tall)).toThrow(RefusedDocumentError)
})

test('hidden and deleted text is left out and named, with all that they hold', () => {
  expect(
    markdownOfHtml(
      '<p style="Display : NONE"><b>hidden</b><br></p><p>Old <del>5000<script>x</script></del>new <ins>4000</ins>' +
        '<table><tr hidden><td>a<tr><td>b<td style="visibility:hidden">c</table>',
    ),
  ).toEqual({ markdown: 'Old new 4000\n\n| b |\n| --- |', unread: ['hidden_text', 'deleted_text'] })
  expect(markdownOfHtml('<p style="display:none"> </p>a').unread).toEqual([])
})
