import { type TestRun, isTestName } from '../../../packages/verdict/index.ts'
import type { ProbeFile, ProbeSubject } from '../probe.ts'
import { isPlainPath } from './copies.ts'
import { goCall, goTest } from './go-run.ts'
import { ownRun } from './own-run.ts'

const chosenMost = 20

/** The builds and the command that runs chosen test files; undefined without any, or if the way is unknown. */
export const chosenCommand = (
  subject: Pick<ProbeSubject, 'command' | 'runner'>,
  chosen: readonly ProbeFile[],
  report: string,
): Pick<TestRun, 'builds' | 'command'> | undefined => {
  const tests = chosen.filter(({ path }) => isTestName(path) || /(?:^|\/)(?:__tests__|tests?|spec)\//.test(path))
  if (tests.length === 0 || tests.length > chosenMost || !tests.every(({ path }) => isPlainPath(path))) return undefined
  if (subject.runner === 'go') {
    const call = goCall(subject.command, tests)
    return call && { builds: [], command: goTest(call, { run: call.tests, folders: call.folders }) }
  }
  const own = ownRun(
    subject,
    tests.map(({ path }) => path),
    report,
  )
  if (!own) return undefined
  const { builds, tests: command } = own
  return own.runner === 'unittest'
    ? { builds, command: `${command}; if grep -qv ' 0$' "$ATELIER_REPORT"; then exit 1; fi` }
    : { builds, command }
}
