import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { workshopScene } from '../../../../testing/model-provider/index.ts'
import { patchInCommand } from './apply-patch.ts'

const scene = workshopScene()
const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
const apply = (...lines: string[]) => scene.call('apply_patch', { patch: patch(...lines) })
const isThere = (name: string) =>
  scene.content(name).then(
    () => true,
    () => false,
  )

const source = 'class A\n  def one\n    x = 1\n  end\nend\nclass B\n  def one\n    x = 1\n  end\nend\n'

describe('apply_patch', () => {
  test('adds, updates, moves and deletes files in one call', async () => {
    await scene.put('a.txt', 'one\ntwo\nthree\n')
    await scene.put('b.txt', 'old\n')
    await scene.put('c.txt', 'gone\n')
    const answer = await apply(
      '*** Add File: d/new.txt',
      '+first',
      '+second',
      '*** Update File: a.txt',
      '@@',
      ' one',
      '-two',
      '+2',
      '*** Update File: b.txt',
      '*** Move to: e/b.txt',
      '@@',
      '-old',
      '+new',
      '*** Delete File: c.txt',
    )
    expect(answer).toMatch(/^Patched 5 files\./)
    expect(await Promise.all(['d/new.txt', 'a.txt', 'e/b.txt'].map(scene.content))).toEqual([
      'first\nsecond\n',
      'one\n2\nthree\n',
      'new\n',
    ])
    expect(await Promise.all(['b.txt', 'c.txt'].map(isThere))).toEqual([false, false])
  })

  test('finds the lines behind the enclosing ones, also two in a row', async () => {
    await scene.put('a.rb', source)
    await apply('*** Update File: a.rb', '@@ class B', '@@   def one', '-    x = 1', '+    x = 2')
    expect(await scene.content('a.rb')).toBe(source.slice(0, 40) + source.slice(40).replace('x = 1', 'x = 2'))
  })

  test.runIf(isLong).each([
    ['a first hunk without @@', 'a\nb\n', ['-b', '+c'], 'a\nc\n'],
    ['an empty line as an empty context line', 'a\n\nb\n', ['@@', ' a', '', '-b', '+c'], 'a\n\nc\n'],
    ['numbers behind @@', 'a\nb\n', ['@@ -1,2 +1,2 @@', '-b', '+c'], 'a\nc\n'],
    ['the end of the file', 'x\na\nx\n', ['@@', '-x', '+y', '*** End of File'], 'x\na\ny\n'],
    ['typographic characters', 'say “hi” – now\n', ['@@', '-say "hi" - now', '+done'], 'done\n'],
    ['other white space', 'a  \n\tb\n', ['@@', ' a', '-b', '+\tc'], 'a  \n\tc\n'],
    ['line ends of the file', 'a\r\nb\r\n', ['@@', '-b', '+c'], 'a\r\nc\r\n'],
    ['a file without a line break at its end', 'a\nb', ['@@', '-b', '+c'], 'a\nc'],
    ['new lines alone', 'a\n', ['@@', '+b'], 'a\nb\n'],
  ])('takes %s', async (_, before, hunk, after) => {
    await scene.put('a.txt', before)
    expect(await apply('*** Update File: a.txt', ...hunk)).toMatch(/^Patched/)
    expect(await scene.content('a.txt')).toBe(after)
  })

  test.each([
    ['no envelope', 'diff --git', 'does not begin with “*** Begin Patch”'],
    ['a cut patch', '*** Begin Patch\n*** Add File: a\n+x', 'may have been cut off'],
    ['no sections', patch(), 'has no sections'],
    ['another section', patch('*** Rename File: a'), 'Line 2 of the patch: expected a section'],
    ['a line without a mark', patch('*** Add File: a', 'x'), 'Line 3 of the patch: expected a line that begins with +'],
    ['lines that are not there', patch('*** Update File: a.txt', '@@', '-nine', '+9'), 'these lines are not in a.txt'],
    [
      'an enclosing line that is not there',
      patch('*** Update File: a.txt', '@@ class Z', '-one'),
      'has no line “class Z”',
    ],
    ['a file that is there', patch('*** Add File: a.txt', '+x'), 'a.txt is there already'],
    ['a path outside', patch('*** Add File: ../x', '+x'), 'outside of the worktree'],
    ['a path in .git', patch('*** Add File: .git/hooks/post-commit', '+x'), '.git belongs to the server'],
  ])('refuses %s, and changes nothing', async (_, text, message) => {
    await scene.put('a.txt', 'one\n')
    const good = text.replace('*** Begin Patch', '*** Begin Patch\n*** Add File: good.txt\n+x')
    expect(await scene.call('apply_patch', { input: text })).toContain(message)
    expect(await scene.call('apply_patch', { input: good })).toMatch(text === patch() ? /^Patched/ : /^Error/)
    expect(await isThere('good.txt')).toBe(text === patch())
    expect(await scene.content('a.txt')).toBe('one\n')
  })
})

describe('a patch in a shell command', () => {
  const body = patch('*** Add File: a.txt', '+hi')
  test.each([
    `apply_patch <<'EOF'\n${body}\nEOF`,
    `applypatch <<EOF\n${body}\nEOF\n`,
    `cd /worktree && apply_patch <<"PATCH"\n${body}\nPATCH`,
    `["apply_patch", "${body}"]`,
    `apply_patch "${body}"`,
  ])('is applied: %j', async (command) => {
    expect(await scene.call('run', { command })).toMatch(/^Patched 1 file\./)
    expect(await scene.content('a.txt')).toBe('hi\n')
  })

  test.each([`echo apply_patch`, `apply_patch <<'EOF'\n${body}\nEOF\nrm -rf x`, `cat > p <<'EOF'\n${body}\nEOF`])(
    'is left to the shell if there is more to it: %j',
    (command) => expect(patchInCommand(command)).toBeUndefined(),
  )
})
