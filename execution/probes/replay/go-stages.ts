import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notProbedReasons, type NotProbed, type ProbeFile, type TimedSubject } from '../probe.ts'
import { goCall, goFolders, goTest } from '../runs/go-run.ts'
import { bounded, type ReplayStages } from './script.ts'

const goText = (name: string) => readFileSync(join(import.meta.dirname, 'go', name), 'utf8')
const rewrite = goText('rewrite.go')
const replay = goText('replay.go')

const foldersMost = 6
const listed = String.raw`{{.Dir}}{{"\t"}}{{.Name}}{{"\t"}}{{.ImportPath}}{{"\t"}}{{join .GoFiles " "}}`

/**
 * The stages of a replay of Go. Packages with tests or changes get a file that knows their functions by name, so that
 * calls without a capital, in `internal` packages and in `main` are made again inside of them. For tests it is part of
 * an overlay; a plain program is built in a copy without files of tests.
 */
export const goStages = (subject: TimedSubject, tests: readonly ProbeFile[]): ReplayStages | NotProbed => {
  const { command, nonce } = subject
  const call = goCall(command, tests)
  if (!call) return { notProbed: notProbedReasons.commandUnknown }
  const own = [...tests, ...subject.changed].filter(({ path }) => path.endsWith('.go'))
  const folders = goFolders(own).slice(0, foldersMost).join(' ')
  const tags = call.options.filter((option) => /^--?(?:tags|mod)=/.test(option)).join(' ')
  const list = (options: string, to: string) =>
    `go list -e ${options} -f '${listed}' ${folders} > "$F/${to}" 2> /dev/null`
  const test = (run: readonly string[], stage: string, of: readonly string[]) =>
    goTest(call, { run, folders: of, more: ['-vet=off', `-overlay "$F/${stage}.json"`] })
  const exportTests = `export ATELIER_TESTS='${JSON.stringify(tests.map(({ path }) => path))}'`
  const scripts = {
    'record.sh': [
      exportTests,
      ready,
      list(tags, 'packages'),
      '"$F/rewrite" record "$F" "$root" < "$F/packages" > /dev/null || exit 1',
      test(call.tests, 'record', call.folders),
    ],
    'again.sh': [
      exportTests,
      ready,
      list(tags, 'packages'),
      '[ -s "$F/tests.json" ] || "$F/rewrite" tests "$F" "$root" < "$F/packages" > "$F/folders" || exit 1',
      test([`TestReplay_${nonce}`], 'tests', ['$(cat "$F/folders")']),
      // Tests of the change may need the helpers of others.
      `grep -q '"stage":"'"$ATELIER_STAGE"'"' "$F/result" && exit 0`,
      'cp "$F/tests-all.json" "$F/tests.json"',
      test([`TestReplay_${nonce}`], 'tests', ['$(cat "$F/folders")']),
    ],
    'build.sh': [
      ready,
      list('', 'plain-packages'),
      '"$F/rewrite" plain "$F" "$app" < "$F/plain-packages" > "$F/programs" || exit 1',
      'mkdir -p "$F/bin"; at=0; module=$(go list -m 2> /dev/null | head -n 1)',
      // As -trimpath does it, only for the packages of the module: else the standard library is compiled again.
      'while read -r one; do at=$((at + 1)); go build -buildvcs=false -gcflags="./...=-trimpath=$app=>$module" -o "$F/bin/$at" "$one"; done < "$F/programs"',
      "find . -name '*.go' -exec rm -f {} +",
    ],
    'plain.sh': ['export ATELIER_STAGE="$1"', 'for one in "$F"/bin/*; do "$one"; done'],
  }
  return {
    files: [
      { path: 'rewrite.go', text: rewrite.replaceAll('NONCE', nonce) },
      { path: 'replay.go', text: replay.replaceAll('NONCE', nonce) },
      ...Object.entries(scripts).map(([path, lines]) => ({ path, text: lines.join('\n') })),
    ],
    record: bounded('sh "$F/record.sh"'),
    again: bounded('sh "$F/again.sh"'),
    // A build that had no time leaves no program, and no value to compare. A deployed program has no source beside it.
    build: `find . -name '*_test.go' -not -path './vendor/*' -exec rm -f {} + ; ${bounded('sh "$F/build.sh"')}; built=$?; if [ "$built" = 137 ]; then ended plain 137; exit 0; fi`,
    plain: 'sh "$F/plain.sh"',
    processes: 3,
  }
}

/** Builds the program that rewrites packages, apart from the module and its settings. */
const ready = '[ -x "$F/rewrite" ] || GO111MODULE=off GOFLAGS= go build -o "$F/rewrite" "$F/rewrite.go" || exit 1'
