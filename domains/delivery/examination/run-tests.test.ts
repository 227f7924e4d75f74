import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { withMark } from './run-tests.ts'

const run = promisify(execFile)
const hasJava = await run('javac', ['-version']).then(
  () => true,
  () => false,
)

const content = `public class SumTest {
  static SumTest one = new SumTest();
  public static void main(String[] args) { System.out.println("ok 1 - " + one.getClass().getName() + " OtherSumTest"); }
}
`

test.each([
  ['src/test/java/SumTest.java', /^src\/test\/java\/P[0-9a-f]{16}SumTest\.java$/],
  ['src/test/java/TestSum.java', /^src\/test\/java\/TestSumP[0-9a-f]{16}\.java$/],
  ['test/sum.test.js', /^test\/sum-p[0-9a-f]{16}\.test\.js$/],
])('%s runs under a name that its runner takes for a test', (path, expected) => {
  expect(withMark('a key', [{ path, content: '' }])[0]!.path).toMatch(expected)
})

test.runIf(hasJava)('a test of Java compiles and runs under its new name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'java-'))
  try {
    const [file] = withMark('a key', [{ path: 'src/test/java/SumTest.java', content }])
    const name = basename(file!.path, '.java')
    await writeFile(join(folder, `${name}.java`), file!.content)
    await run('javac', ['-d', folder, join(folder, `${name}.java`)])
    const { stdout } = await run('java', ['-cp', folder, name])
    expect(stdout.trim()).toBe(`ok 1 - ${name} OtherSumTest`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
