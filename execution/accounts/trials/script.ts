import type { TrialFile } from '../change.ts'

/** A way to run tests that pass over the change as it is: a command of a shell, and the files that are laid first. */
export interface TestRun {
  /** The account of a part that they notice. */
  readonly by: 'needed' | 'own'
  readonly command: string
  readonly files: readonly TrialFile[]
}

/** A change without one of its parts. */
export interface Trial {
  readonly files: readonly TrialFile[]
  /** Trials by their places: if tests that prove need one of them, they need this one, which undoes it too. */
  readonly implied: readonly number[]
}

/** One run over fresh files: `files` are laid over the tree, then `command` runs, then `resultPath` is read. */
export interface ScriptedRun {
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly command: string
  readonly resultPath: string
  readonly wallMs: number
}

interface Setting {
  /** In the order in which they are asked. */
  readonly tests: readonly TestRun[]
  readonly trials: readonly Trial[]
  /** Random letters and digits that the repository does not know. */
  readonly nonce: string
  /** For all trials together. */
  readonly budgetMs: number
}

// A test that takes milliseconds takes longer on a busy machine.
const leastRunMs = 5_000

/**
 * A run of trials in one tree, one after another. Each lays its files and asks one way to run tests after
 * another until some notice; what notices is asked twice. A run that takes three times its usual time has noticed.
 */
export const scriptOf = ({ tests, trials, nonce, budgetMs }: Setting): ScriptedRun => {
  const folder = `.probe_${nonce}`
  const paths = [...new Set([...trials, ...tests].flatMap(({ files }) => files.map(({ path }) => path)))]
  const texts: { path: string; text: string }[] = []
  const layFile = ({ path, text }: TrialFile): string => {
    if (text === undefined) return `rm -f '${path}'`
    const own = `t${texts.length}`
    texts.push({ path: `${folder}/${own}`, text })
    return `mkdir -p "$(dirname '${path}')" && cat "$F/${own}" > '${path}'`
  }
  const back = (files: readonly TrialFile[]) =>
    files.map(({ path }) => {
      const kept = `"$F/o${paths.indexOf(path)}"`
      return `if [ -e ${kept} ]; then cat ${kept} > '${path}'; else rm -f '${path}'; fi`
    })
  const lines = [
    `F="$PWD/${folder}"`,
    'export PATH="$PWD/node_modules/.bin:$PATH" PYTHONDONTWRITEBYTECODE=1',
    'now() { date +%s%3N; }',
    `end=$(( $(now) + ${Math.round(budgetMs)} )); cut=''; needed=''`,
    `say() { printf '\\n{"probe":"${nonce}","stage":"%s","trial":%d,"status":%d}\\n' "$1" "$2" "$3" >> "$F/result"; }`,
    // $1 the script, $2 the longest time in milliseconds. 255: the time for all trials is used.
    'bounded() { left=$(( end - $(now) )); if [ "$left" -le 0 ]; then return 255; fi; most=$2; if [ "$left" -lt "$most" ]; then most=$left; fi',
    '  rm -f "$F/report"; timeout -s KILL "$(( most / 1000 + 1 ))" sh "$1" < /dev/null > /dev/null 2>&1; status=$?',
    '  if [ "$status" != 0 ] && [ "$(now)" -ge "$end" ]; then return 255; fi; return "$status"; }',
    ...paths.map((path, at) => `if [ -e '${path}' ]; then cp '${path}' "$F/o${at}"; fi`),
    ...tests.flatMap(({ files }, kind) => [
      `lay${kind}() { :; ${files.map(layFile).join('; ')}\n}`,
      `back${kind}() { :; ${back(files).join('; ')}\n}`,
      // A failing run is repeated, since a test may fail by chance.
      `ask${kind}() { lay${kind}; bounded "$F/r${kind}.sh" "$most${kind}"; asked=$?; if [ "$asked" != 0 ] && [ "$asked" != 255 ]; then bounded "$F/r${kind}.sh" "$most${kind}"; asked=$?; fi; back${kind}; return "$asked"; }`,
      `most${kind}=$(( end - $(now) )); began=$(now); ask${kind}; status=$?; say control${kind} 0 "$status"`,
      `most${kind}=$(( 3 * ( $(now) - began ) )); if [ "$most${kind}" -lt ${leastRunMs} ]; then most${kind}=${leastRunMs}; fi`,
      `has${kind}=1; [ "$status" = 0 ] || has${kind}=''`,
    ]),
    `if [ -z "${tests.map((_, kind) => `$has${kind}`).join('')}" ]; then say end 0 1; exit 0; fi`,
    ...trials.map((trial, at) =>
      trialLines(trial, at, { tests, lay: trial.files.map(layFile), back: back(trial.files) }),
    ),
    'say end 0 0',
  ]
  return {
    files: [
      { path: `${folder}/main.sh`, text: lines.join('\n') },
      ...tests.map(({ command }, kind) => ({
        path: `${folder}/r${kind}.sh`,
        text: `export ATELIER_REPORT="$PWD/${folder}/report"
${command}
`,
      })),
      ...texts,
    ],
    command: `sh '${folder}/main.sh'`,
    resultPath: `${folder}/result`,
    wallMs: budgetMs + 10_000,
  }
}

interface TrialLines {
  readonly tests: readonly TestRun[]
  readonly lay: readonly string[]
  readonly back: readonly string[]
}

const trialLines = ({ implied }: Trial, at: number, { tests, lay, back }: TrialLines): string => {
  const isImplied = implied.map((one) => `case "$needed " in *' ${one} '*) true;; *) false;; esac`)
  const asks = tests.map(({ by }, kind) => {
    const known = by === 'own' ? '' : `needed="$needed ${at} "; `
    return `if [ -z "$said" ] && [ -n "$has${kind}" ]; then ask${kind}; status=$?; if [ "$status" = 255 ]; then said=cut; elif [ "$status" != 0 ]; then ${known}said=${by}; fi; fi`
  })
  return [
    `said=''; if [ "$(now)" -ge "$end" ]; then said=cut; ${isImplied.length > 0 ? `elif ${isImplied.join(' || ')}; then needed="$needed ${at} "; said=needed; ` : ''}else`,
    ...lay,
    ...asks,
    ...back,
    `fi; say "\${said:-survived}" ${at} 0`,
  ].join('\n')
}
