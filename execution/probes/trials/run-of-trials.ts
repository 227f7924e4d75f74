import { isTestName, languageOf } from '../../test-changes/index.ts'
import type { NotProbed, ProbeFile, ProbeRun } from '../probe.ts'
import { notProbedReasons } from '../not-probed.ts'
import { isPlainPath } from '../runs/copies.ts'
import { goCall, goTest } from '../runs/go-run.ts'
import { ownRun } from '../runs/own-run.ts'
import { recordsIn } from '../runs/records.ts'
import type { Trial, TrialOutcome, TimedSubject, TrialSubject } from './trial.ts'

const chosenMost = 20
const nearMost = 10

/**
 * A run of trials in one tree, one after another: each lays its files, runs the chosen tests and, where these pass and
 * the trial asks for it, the whole check. All chosen tests run before any whole check, and the time is bounded. A whole
 * check is left out where one of the tests that name the changed modules fails without the trial's part.
 */
export const runOfTrials = (
  subject: TimedSubject,
  trials: readonly Trial[],
  chosen: readonly ProbeFile[],
  near: readonly ProbeFile[] = [],
): ProbeRun | NotProbed => {
  const { nonce, command, budgetMs } = subject
  const folder = `.probe_${nonce}`
  const some = chosenCommand(subject, chosen, `${folder}/report`)
  if (some === undefined && !trials.some(({ isWhole }) => isWhole))
    return { notProbed: notProbedReasons.commandUnknown }
  const beside = chosenCommand(subject, near.slice(0, nearMost), `${folder}/report`)
  const paths = [...new Set(trials.flatMap(({ files }) => files.map(({ path }) => path)))]
  const steps = trials.map((trial, at) => stepsOf(subject, trial, { at, folder, paths }))
  const lines = [
    ...prelude(subject, folder, budgetMs),
    ...paths.map((path, at) => `if [ -e '${path}' ]; then cp -p '${path}' "$F/o${at}"; fi`),
    ...(some === undefined
      ? []
      : ['chosen; control=$?', record('control', '$control'), '[ "$control" = 0 ] || exit 0']),
    ...steps.map(({ first }) => first),
    ...(beside === undefined ? [] : ['if [ -n "$passing" ]; then near; control_near=$?; fi']),
    ...steps.map(({ whole }) => whole),
    record('end', '0'),
  ]
  const scripts = [
    { path: `${folder}/main.sh`, text: lines.join('\n') },
    { path: `${folder}/chosen.sh`, text: `${some ?? 'true'}\n` },
    { path: `${folder}/near.sh`, text: `${beside ?? 'true'}\n` },
    { path: `${folder}/all.sh`, text: `${command}\n` },
  ]
  return {
    files: [
      ...scripts,
      ...chosen.filter(({ path }) => subject.acceptance.some((one) => one.path === path)),
      ...steps.flatMap(({ files }) => files),
    ],
    command: `sh '${folder}/main.sh'`,
    resultPath: `${folder}/result`,
    wallMs: budgetMs + 10_000,
  }
}

const prelude = ({ nonce }: TrialSubject, folder: string, budgetMs: number) => [
  `F="$PWD/${folder}"`,
  'export PATH="$PWD/node_modules/.bin:$PATH" PYTHONDONTWRITEBYTECODE=1',
  `export ATELIER_REPORT="$F/report"`,
  `now() { date +%s%3N; }`,
  `end=$(( $(now) + ${Math.round(budgetMs)} ))`,
  `say() { printf '\\n{"probe":"${nonce}","stage":"%s","trial":%d,"status":%d}\\n' "$1" "$2" "$3" >> "$F/result"; }`,
  // A run that is cut off by the end of the time says nothing.
  `bounded() { left=$(( end - $(now) )); if [ "$left" -le 0 ]; then return 255; fi; timeout -s KILL "$(( left / 1000 + 1 ))" sh "$1" < /dev/null > /dev/null 2>&1; status=$?; if [ "$(now)" -ge "$end" ] && [ "$status" != 0 ]; then return 255; fi; return "$status"; }`,
  `chosen() { rm -f "$ATELIER_REPORT"; bounded "$F/chosen.sh"; }`,
  `near() { rm -f "$ATELIER_REPORT"; bounded "$F/near.sh"; }`,
  `unread=''; passing=''; control_near=1`,
]

const record = (stage: string, status: string, trial = '0') => `say ${stage} ${trial} "${status}"`

interface StepPlace {
  readonly at: number
  readonly folder: string
  readonly paths: readonly string[]
}

const stepsOf = (subject: TrialSubject, { files, isWhole, instead }: Trial, { at, folder, paths }: StepPlace) => {
  const texts = files.map(({ path, text }, index) => ({ path, text, own: `t${at}f${index}` }))
  const lay = texts.map(({ path, text, own }) =>
    text === undefined ? `rm -f '${path}'` : `mkdir -p "$(dirname '${path}')" && cat "$F/${own}" > '${path}'`,
  )
  const back = texts.map(({ path }) => {
    const kept = `"$F/o${paths.indexOf(path)}"`
    return `if [ -e ${kept} ]; then cp -p ${kept} '${path}'; else rm -f '${path}'; fi`
  })
  const read = texts.flatMap(({ path, text }) => (text === undefined ? [] : (readCommand(subject, path) ?? [])))
  const isNeeded =
    instead === undefined
      ? 'true'
      : instead.map((one) => `case "$unread " in *' ${one} '*) true;; *) false;; esac`).join(' || ')
  const first = [
    `if ${isNeeded}; then`,
    ...lay,
    `if ${['true', ...read].join(' && ')}; then chosen; status=$?; say chosen ${at} "$status"; if [ "$status" = 0 ]; then passing="$passing ${at} "; fi`,
    `else unread="$unread ${at} "; say unread ${at} 1; fi`,
    ...back,
    'fi',
  ]
  const whole = [
    `case "$passing " in *' ${at} '*)`,
    ...lay,
    `status=0; if [ "$control_near" = 0 ]; then near; status=$?; fi`,
    `if [ "$status" = 0 ]; then bounded "$F/all.sh"; status=$?; fi; say whole ${at} "$status"`,
    ...back,
    ';; esac',
  ]
  return {
    files: texts.flatMap(({ text, own }) => (text === undefined ? [] : [{ path: `${folder}/${own}`, text }])),
    first: first.join('\n'),
    whole: isWhole ? whole.join('\n') : '',
  }
}

/** The command that fails for a text that is no program, of Go that does not compile. JavaScript was parsed before. */
const readCommand = (subject: TrialSubject, path: string): string | undefined => {
  const language = languageOf(path)
  if (language === 'go') {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.'
    return `go build -o /dev/null './${folder}' > /dev/null 2>&1`
  }
  if (language !== 'python') return undefined
  const python = ownRun(subject, [], 'none')?.interpreter ?? 'python3'
  return `${python} -c 'import ast, sys; ast.parse(open(sys.argv[1], "rb").read())' '${path}' > /dev/null 2>&1`
}

/** The command that runs the chosen test files; undefined without any, or where it is not known how. */
const chosenCommand = (subject: TrialSubject, chosen: readonly ProbeFile[], report: string): string | undefined => {
  const tests = chosen.filter(({ path }) => isTestName(path) || /(?:^|\/)(?:__tests__|tests?|spec)\//.test(path))
  if (tests.length === 0 || tests.length > chosenMost || !tests.every(({ path }) => isPlainPath(path))) return undefined
  if (subject.runner === 'go') {
    const call = goCall(subject.command, tests)
    return call && goTest(call, { run: call.tests, folders: call.folders })
  }
  const own = ownRun(
    subject,
    tests.map(({ path }) => path),
    report,
  )
  if (own?.runner !== 'unittest') return own?.command
  return `${own.command}; if grep -qv ' 0$' "$ATELIER_REPORT"; then exit 1; fi`
}

/** The status of a run that was cut off by the end of the time. */
const cutOff = 255

/** The outcome of each trial of a run; undefined if the tests do not pass without any alteration. */
export const outcomesOf = (
  result: string | undefined,
  trials: readonly Trial[],
  nonce: string,
): readonly TrialOutcome[] | undefined => {
  const records = recordsIn(result ?? '', nonce)
  if (!records || records.length === 0) return undefined
  const statusOf = (stage: string, trial: number) =>
    records.find((one) => one.stage === stage && one.trial === trial)?.status
  const control = statusOf('control', 0)
  // Tests that had no time for their first run leave all trials untried.
  if (control !== undefined && control !== 0 && control !== cutOff) return undefined
  return trials.map(({ isWhole, instead }, at) => {
    if (statusOf('unread', at) !== undefined) return 'unread'
    const first = statusOf('chosen', at)
    const isUnneeded = instead !== undefined && !instead.some((one) => statusOf('unread', one) !== undefined)
    if (first === undefined) return isUnneeded ? 'needless' : 'untried'
    const last = first === 0 && isWhole ? statusOf('whole', at) : first
    return last === undefined || last === cutOff ? 'untried' : last === 0 ? 'passes' : 'fails'
  })
}
