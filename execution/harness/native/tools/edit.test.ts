import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { workshopScene } from '../../../../testing/model-provider/index.ts'
import { findMatches } from './find-matches.ts'

const scene = workshopScene()
const edit = (input: object) => scene.call('edit', { path: 'a.txt', ...input })

describe('edit', () => {
  test.runIf(isLong)('replaces a text that occurs once, for any text', async () => {
    const text = fc.string({ unit: 'binary' }).filter((one) => !/[\r\0-\x08\x0e-\x1f]/.test(one))
    await fc.assert(
      fc.asyncProperty(
        text,
        text.filter((one) => one !== ''),
        text,
        text,
        async (before, find, after, replace) => {
          const whole = before + find + after
          await scene.put('a.txt', whole)
          const once = whole.indexOf(find) === whole.lastIndexOf(find)
          const answer = await edit({ find, replace })
          expect(await scene.content('a.txt')).toBe(once ? before + replace + after : whole)
          expect(answer.startsWith('Edited')).toBe(once && find !== replace)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('answers with a diff', async () => {
    await scene.put('a.txt', 'one\ntwo\nthree\n')
    expect(await edit({ find: 'two', replace: '2' })).toBe('Edited a.txt.\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three')
  })

  test('carries several edits out in order, or none', async () => {
    await scene.put('a.txt', 'one two three')
    const edits = [
      { find: 'one', replace: '1' },
      { find: '1 two', replace: '12' },
    ]
    expect(await edit({ edits: [...edits, { find: 'four', replace: '4' }] })).toMatch(
      /^Error: Edit 3 of 3: .*Nothing was/,
    )
    expect(await scene.content('a.txt')).toBe('one two three')
    expect(await edit({ edits })).toMatch(/^Edited a.txt/)
    expect(await scene.content('a.txt')).toBe('12 three')
  })

  test('replaces every occurrence only when it is asked to', async () => {
    await scene.put('a.txt', 'x\ny\nx\n')
    expect(await edit({ find: 'x', replace: 'z' })).toContain('is in a.txt 2 times, at the lines 1, 3.')
    expect(await scene.content('a.txt')).toBe('x\ny\nx\n')
    await edit({ find: 'x', replace: 'z', replaceAll: true })
    expect(await scene.content('a.txt')).toBe('z\ny\nz\n')
  })

  test.each([
    ['line ends of the file', 'a\r\nb\r\nc\r\n', 'a\nb', '1\n2', '1\r\n2\r\nc\r\n', ''],
    [
      'line numbers at the front',
      'let a\nlet b\n',
      '    1\tlet a\n    2\tlet b',
      '    1\tlet c',
      'let c\n',
      'line numbers',
    ],
    [
      'another indentation',
      'if x:\n\tgo()\n\tstop()\n',
      'go()\nstop()',
      'run()\nstop()',
      'if x:\n\trun()\n\tstop()\n',
      '',
    ],
    [
      'another base indentation',
      '    a {\n      b\n    }\n',
      'a {\n  b\n}\n',
      'a {\n  c\n}\n',
      '    a {\n      c\n    }\n',
      'indentation',
    ],
    ['white space at the ends of lines', 'a  \nb\nc\n', 'a\nb  \nc\n', 'x\ny\nz\n', 'x\ny\nz\n', ''],
    ['the amount of white space', 'a  =  1\nb = 2\n', 'a = 1\n', 'a = 2\n', 'a = 2\nb = 2\n', 'amount of white space'],
    ['escapes', 'say("hi")\nend\n', 'say(\\"hi\\")\\nend', 'say(\\"ho\\")\\nend', 'say("ho")\nend\n', 'escapes'],
  ])('forgives %s, and says what it assumed', async (_, before, find, replace, after, assumed) => {
    await scene.put('a.txt', before)
    const answer = await edit({ find, replace })
    expect([await scene.content('a.txt'), answer.includes(assumed)]).toEqual([after, true])
  })

  test('refuses a place that is only alike, and shows the nearest lines', async () => {
    await scene.put('a.txt', 'const total = sum(values)\n')
    const answer = await edit({ find: 'const total = sum(items)', replace: 'x' })
    expect(answer).toContain('The nearest lines are:\n    1\tconst total = sum(values)')
    expect(await scene.content('a.txt')).toBe('const total = sum(values)\n')
  })

  test('refuses two places that are alike apart from white space', async () => {
    await scene.put('a.txt', 'go( )\n  go( )\n')
    expect(await edit({ find: ' go( ) ', replace: 'x' })).toContain('2 times')
  })

  test('reports that the file already has the new text', async () => {
    await scene.put('a.txt', 'return 42\n')
    expect(await edit({ find: 'return 41', replace: 'return 42' })).toContain('The new text is in the file already.')
  })

  test('takes the names and forms that models send', async () => {
    await scene.put('a.txt', 'one two')
    expect(await scene.call('edit', { file_path: 'a.txt', old_string: 'one', new_string: '1' })).toMatch(/^Edited/)
    expect(await edit({ edits: JSON.stringify([{ oldText: 'two', newText: '2' }]) })).toMatch(/^Edited/)
    expect(await scene.content('a.txt')).toBe('1 2')
    await scene.put('b.txt', 'a\nb\nc\n')
    expect(await scene.call('read', { filePath: 'b.txt', offset: '2', limit: '1' })).toContain('lines 2 to 2 of 3')
    expect(await scene.call('read', { path: 'b.txt', fast: true })).toBe(
      'Error: fast is unknown. The fields are path (string, required), from (integer), lines (integer).',
    )
  })

  test('reports when a change breaks the syntax, and not when it was broken before', async () => {
    await scene.put('a.json', '{"a": 1}')
    expect(await scene.call('edit', { path: 'a.json', find: '1}', replace: '1' })).toContain(
      'Syntax check: a.json does not parse',
    )
    expect(await scene.call('edit', { path: 'a.json', find: '1', replace: '2' })).not.toContain('Syntax check')
    await scene.put('b.ts', 'const a: number = 1\n')
    expect(await scene.call('edit', { path: 'b.ts', find: '= 1', replace: '= (1' })).toContain('b.ts does not parse')
    expect(await scene.call('write', { path: 'c.mts', content: 'enum A { B }\nexport const a = A.B\n' })).toBe(
      'Wrote c.mts (34 bytes).',
    )
    expect(await scene.call('write', { path: 'd.js', content: 'export default () => <a></a>\n' })).toBe(
      'Wrote d.js (29 bytes).',
    )
  })
})

test('a place in a text is never found if it differs by more than white space', () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/)
  const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.array(line, { minLength: 1, maxLength: 3 }),
      (lines, find) => {
        const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
        for (const { start, end } of findMatches(lines.join('\n'), find.join('\n'), '').places)
          expect(plain(lines.join('\n').slice(start, end))).toBe(plain(find.join('\n')))
      },
    ),
  )
})
