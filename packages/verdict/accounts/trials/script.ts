import type { TrialFile } from '../change.ts'

/** Whose tests a run has, and in which files; without files, those of the whole check. */
export interface TestsOfRun {
  readonly check: string
  readonly by: 'given' | 'base' | 'own'
  readonly files: readonly string[]
}

/** A way to run tests that pass over the change as it is: a command of a shell, and the files that are laid first. */
export interface TestRun {
  /** The account of a part that they notice. */
  readonly by: 'needed' | 'own'
  readonly tests: TestsOfRun
  /** Commands that build the tests' imports, each of which runs whether or not the previous command passed. */
  readonly builds: readonly string[]
  readonly command: string
  readonly files: readonly TrialFile[]
}

/** A change without one of its parts. */
export interface Trial {
  readonly files: readonly TrialFile[]
  /** Trials by their places: if proving tests need one of them, they need this trial, which undoes it too. */
  readonly implied: readonly number[]
  /** It runs only if an earlier trial ended so. */
  readonly after?: { readonly trial: number; readonly outcome: 'needed' | 'survived' }
}

/** One run over fresh files: `files` are laid over the tree, then `command` runs, then `resultPath` is read. */
export interface ScriptedRun {
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly command: string
  readonly resultPath: string
  readonly wallMs: number
}

/** Times for all trials together. */
export interface TrialBudget {
  /** After this time, trials run when the machine has nothing else to do. */
  readonly busyMs: number
  readonly mostMs: number
}

interface Setting {
  /** In the order in which they are asked. */
  readonly tests: readonly TestRun[]
  readonly trials: readonly Trial[]
  /** Random letters and digits that the repository does not know. */
  readonly nonce: string
  readonly budget: TrialBudget
}

// A test that takes milliseconds takes longer on a busy machine.
const leastRunMs = 5_000

/**
 * A run of trials in one tree, one after another. Each lays its files and asks one way to run tests after
 * another until some notice; what notices is asked twice, and built once. A way is run over the change as it is before
 * it is asked for the first time. A run that takes three times its usual time has noticed, if that time is still the usual one.
 */
export const scriptOf = ({ tests, trials, nonce, budget }: Setting): ScriptedRun => {
  const folder = `.probe_${nonce}`
  const paths = [...new Set([...trials, ...tests].flatMap(({ files }) => files.map(({ path }) => path)))]
  const texts: { path: string; text: string }[] = []
  const layFile = ({ path, text }: TrialFile): string => {
    if (text === undefined) return `rm -f ${shellPath(path)}`
    const own = `t${texts.length}`
    texts.push({ path: `${folder}/${own}`, text })
    return `mkdir -p "$(dirname ${shellPath(path)})" && cat "$F/${own}" > ${shellPath(path)}`
  }
  const back = ({ path }: TrialFile) => {
    const kept = `"$F/o${paths.indexOf(path)}"`
    return `if [ -e ${kept} ]; then cat ${kept} > ${shellPath(path)}; else rm -f ${shellPath(path)}; fi`
  }
  const both = (name: string, files: readonly TrialFile[]) => [
    `lay${name}() { :; ${files.map(layFile).join('; ')}\n}`,
    `back${name}() { :; ${files.map(back).join('; ')}\n}`,
  ]
  const lines = [
    `export F="$PWD/${folder}"`,
    'export PATH="$PWD/node_modules/.bin:$PATH" PYTHONDONTWRITEBYTECODE=1',
    'now() { date +%s%3N; }',
    `busy=$(( $(now) + ${Math.round(budget.busyMs)} )); end=$(( $(now) + ${Math.round(budget.mostMs)} )); outcomes=' '`,
    `ways='${tests.map((_, way) => way).join(' ')}'; ${tests.map(({ by }, way) => `has${way}=''; by${way}=${by}`).join('; ')}`,
    `say() { printf '\\n{"probe":"${nonce}","stage":"%s","trial":%d,"detail":%d}\\n' "$1" "$2" "$3" >> "$F/result"; }`,
    ...paths.map((path, at) => `if [ -e ${shellPath(path)} ]; then cp ${shellPath(path)} "$F/o${at}"; fi`),
    ...tests.flatMap(({ files }, way) => both(`${way}`, files)),
    asking,
    ...trials.flatMap((trial, at) => [
      ...both('', trial.files),
      `${ifAfter(trial)}try ${at} ${trial.implied.join(' ')}`,
    ]),
    'say end 0 0',
  ]
  return {
    files: [
      { path: `${folder}/main.sh`, text: lines.join('\n') },
      ...tests.map((test, way) => ({ path: `${folder}/r${way}.sh`, text: runOf(test) })),
      ...texts,
    ],
    command: `sh '${folder}/main.sh'`,
    resultPath: `${folder}/result`,
    wallMs: budget.mostMs + 10_000,
  }
}

/** A path of a repository as a word of a shell, whatever letters it has. */
export const shellPath = (path: string): string => `'./${path.replaceAll("'", String.raw`'\''`)}'`

const ifAfter = ({ after }: Trial) => (after ? `ended ${after.trial} ${after.outcome} && ` : '')

/** Builds, unless the files are built and it runs for the second time, and then runs the tests. */
const runOf = ({ builds, command }: TestRun) =>
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

const asking = `
# $1 the way, $2 its longest time in milliseconds, $3 whether it runs again. 255: the time for all trials is used.
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
  "back$1"; return "$asked"
}
# Runs a way over the change as it is: whether it can be asked, and for how long.
usual() {
  began=$(now); ask "$1" "$(( end - began ))"; status=$?; say control "$1" "$status"
  most=$(( 3 * ( $(now) - began ) )); if [ "$most" -lt ${leastRunMs} ]; then most=${leastRunMs}; fi
  has=1; if [ "$status" != 0 ]; then has=0; fi; eval "has$1=$has most$1=$most"
}
laid=''
put() { if [ -z "$laid" ]; then lay; laid=1; fi; }
take() { if [ -n "$laid" ]; then back; laid=''; fi; }
# Whether the trial $1 ended as $2.
ended() { case "$outcomes" in *" $1:$2 "*) return 0;; esac; return 1; }
# $1 the outcome, $2 the way that noticed it.
result() { outcomes="$outcomes$trial:$1 "; eval "noticed$trial=$2"; say "$1" "$trial" "$2"; }
# $1 the trial, then those that need it.
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
    # It took long: is the machine slower than it was?
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
