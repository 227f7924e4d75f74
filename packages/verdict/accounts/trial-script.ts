import type { TrialFile } from './change.ts'

/** Tests of a check by their author: the task, the base, or the change itself; without files, all of its tests. */
export interface TestsOfRun {
  readonly check: string
  readonly by: 'given' | 'base' | 'own'
  readonly files: readonly string[]
}

/** A command that runs tests, and the files to write before it. The tests pass over the unchanged change. */
export interface TestRun {
  /** The outcome of a trial that fails these tests: `own` if the change brought the tests, else `needed`. */
  readonly by: 'needed' | 'own'
  readonly tests: TestsOfRun
  /** Commands that build the imports of the tests. Each one runs, even if an earlier command failed. */
  readonly builds: readonly string[]
  readonly command: string
  readonly files: readonly TrialFile[]
}

/** An experiment: the change without one of its parts. If tests then fail, they need the part. */
export interface Trial {
  readonly files: readonly TrialFile[]
  /** Positions of trials that this trial includes: if one ended as `needed`, this trial does too, without a run. */
  readonly implied: readonly number[]
  /** Runs only if an earlier trial had this outcome. */
  readonly after?: { readonly trial: number; readonly outcome: 'needed' | 'survived' }
}

/** One run in a fresh tree: write `files`, run `command`, read `resultPath`. */
export type ScriptedRun = ReturnType<typeof scriptOf>

/** Time limits of all trials together. */
export interface TrialBudget {
  /** After this time, trials run at a low priority. */
  readonly busyMs: number
  readonly mostMs: number
}

interface TrialsInput {
  /** In the order in which a trial runs them. */
  readonly tests: readonly TestRun[]
  readonly trials: readonly Trial[]
  /** Random letters and digits that the repository cannot know, so that it cannot forge a result. */
  readonly nonce: string
  readonly budget: TrialBudget
}

// The shortest time limit of a test command: a test of milliseconds takes longer on a busy machine.
const leastRunMs = 5_000

/**
 * Returns a shell script that runs all trials in one tree, one after another. A trial writes its files, runs one test
 * command after another until one fails, and restores the files. A failing command is repeated, since tests can fail by
 * chance. Each command first has to pass over the unchanged change; a trial that takes three times as long as that
 * fails, unless the machine became slower.
 */
export const scriptOf = ({ tests, trials, nonce, budget }: TrialsInput) => {
  const folder = `.probe_${nonce}`
  const paths = [...new Set([...trials, ...tests].flatMap(({ files }) => files.map(({ path }) => path)))]
  const texts: { path: string; text: string }[] = []
  const writeFile = ({ path, text }: TrialFile): string => {
    if (text === undefined) return `rm -f ${shellPath(path)}`
    const own = `t${texts.length}`
    texts.push({ path: `${folder}/${own}`, text })
    return `mkdir -p "$(dirname ${shellPath(path)})" && cat "$F/${own}" > ${shellPath(path)}`
  }
  const restoreFile = ({ path }: TrialFile) => {
    const original = `"$F/o${paths.indexOf(path)}"`
    return `if [ -e ${original} ]; then cat ${original} > ${shellPath(path)}; else rm -f ${shellPath(path)}; fi`
  }
  const writeAndRestore = (name: string, files: readonly TrialFile[]) => [
    `lay${name}() { :; ${files.map(writeFile).join('; ')}\n}`,
    `restore${name}() { :; ${files.map(restoreFile).join('; ')}\n}`,
  ]
  const lines = [
    `export F="$PWD/${folder}"`,
    'export PATH="$PWD/node_modules/.bin:$PATH" PYTHONDONTWRITEBYTECODE=1',
    'now() { date +%s%3N; }',
    `busy=$(( $(now) + ${Math.round(budget.busyMs)} )); end=$(( $(now) + ${Math.round(budget.mostMs)} )); outcomes=' '`,
    `ways='${tests.map((_, way) => way).join(' ')}'; ${tests.map(({ by }, way) => `has${way}=''; by${way}=${by}`).join('; ')}`,
    `say() { printf '\\n{"probe":"${nonce}","stage":"%s","trial":%d,"detail":%d}\\n' "$1" "$2" "$3" >> "$F/result"; }`,
    ...paths.map((path, at) => `if [ -e ${shellPath(path)} ]; then cp ${shellPath(path)} "$F/o${at}"; fi`),
    ...tests.flatMap(({ files }, way) => writeAndRestore(`${way}`, files)),
    shellFunctions,
    ...trials.flatMap((trial, at) => [
      ...writeAndRestore('', trial.files),
      `${ifAfter(trial)}try ${at} ${trial.implied.join(' ')}`,
    ]),
    'say end 0 0',
  ]
  return {
    files: [
      { path: `${folder}/main.sh`, text: lines.join('\n') },
      ...tests.map((test, way) => ({ path: `${folder}/r${way}.sh`, text: toTestScript(test) })),
      ...texts,
    ],
    command: `sh '${folder}/main.sh'`,
    resultPath: `${folder}/result`,
    wallMs: budget.mostMs + 10_000,
  }
}

/** Returns a path as one quoted word of a shell, with any characters in it. */
export const shellPath = (path: string): string => `'./${path.replaceAll("'", String.raw`'\''`)}'`

const ifAfter = ({ after }: Trial) => (after ? `ended ${after.trial} ${after.outcome} && ` : '')

/** Returns the script of a test command. Its repetition does not build again. */
const toTestScript = ({ builds, command }: TestRun) =>
  [
    'export ATELIER_REPORT="$F/report"',
    ...(builds.length === 0
      ? []
      : [
          `if [ -z "$1" ] || [ ! -e "$F/built" ]; then rm -f "$F/built"; ok=1; ${builds.map((build) => `${build} || ok=''`).join('; ')}`,
          'if [ -n "$ok" ]; then : > "$F/built"; fi; fi',
        ]),
    `${command}\n`,
  ].join('\n')

const shellFunctions = `
# $1 the test command, $2 its longest time in milliseconds, $3 whether it runs again. 255: the time for all trials is used.
bounded() {
  left=$(( end - $(now) )); if [ "$left" -le 0 ]; then return 255; fi
  most=$2; if [ "$left" -lt "$most" ]; then most=$left; fi
  rm -f "$F/report"; timeout -s KILL "$(( most / 1000 + 1 ))" sh "$F/r$1.sh" $3 < /dev/null > /dev/null 2>&1; status=$?
  if [ "$status" != 0 ] && [ "$(now)" -ge "$end" ]; then return 255; fi
  return "$status"
}
# A failing run is repeated, since a test may fail by chance.
ask() {
  "lay$1"; bounded "$1" "$2"; asked=$?
  if [ "$asked" != 0 ] && [ "$asked" != 255 ]; then bounded "$1" "$2" again; asked=$?; fi
  "restore$1"; return "$asked"
}
# Runs a test command over the unchanged change: whether it passes, and how long it may take in a trial.
usual() {
  began=$(now); ask "$1" "$(( end - began ))"; status=$?; say control "$1" "$status"
  most=$(( 3 * ( $(now) - began ) )); if [ "$most" -lt ${leastRunMs} ]; then most=${leastRunMs}; fi
  has=1; if [ "$status" != 0 ]; then has=0; fi; eval "has$1=$has most$1=$most"
}
laid=''
put() { if [ -z "$laid" ]; then lay; laid=1; fi; }
take() { if [ -n "$laid" ]; then restore; laid=''; fi; }
# Whether the trial $1 ended as $2.
ended() { case "$outcomes" in *" $1:$2 "*) return 0;; esac; return 1; }
# $1 the outcome, $2 the test command that failed.
result() { outcomes="$outcomes$trial:$1 "; eval "noticed$trial=$2"; say "$1" "$trial" "$2"; }
# $1 the trial, then the trials that imply it.
try() {
  trial=$1; shift
  for one in "$@"; do if ended "$one" needed; then eval "result needed \$noticed$one"; return; fi; done
  if [ "$(now)" -ge "$busy" ]; then renice -n 15 -p $$ > /dev/null 2>&1; fi
  said=''; ran=''; by_way=-1
  for way in $ways; do
    if [ -n "$said" ] || [ "$(now)" -ge "$end" ]; then break; fi
    eval "has=\\$has$way"; if [ -z "$has" ]; then take; usual "$way"; fi
    if [ "$has" != 1 ]; then continue; fi
    eval "longest=\\$most$way by=\\$by$way"
    put; ask "$way" "$longest"; status=$?
    # Killed at its time limit: measure again whether the machine became slower.
    if [ "$status" = 137 ]; then
      take; usual "$way"; status=137
      if [ "$has" != 1 ]; then status=255; elif [ "$most" -gt "$longest" ]; then put; ask "$way" "$most"; status=$?; fi
    fi
    ran=1
    if [ "$status" = 255 ]; then said=cut; elif [ "$status" != 0 ]; then said=$by; by_way=$way; fi
  done
  take
  if [ "$(now)" -ge "$end" ] && [ -z "$said" ]; then said=cut; fi
  if [ -z "$said" ]; then said=unrun; if [ -n "$ran" ]; then said=survived; fi; fi
  result "$said" "$by_way"
}`
