import type { ProbeFile, TimedSubject } from '../probe.ts'

/** The stages of a replay as shell lines, with the probe's folder as `$F`. */
export interface ReplayStages {
  /** Files in the probe's folder, or in the repository if they are beside its tests. */
  readonly files: readonly (ProbeFile & { readonly isBeside?: boolean })[]
  /** Runs the tests and records their calls. */
  readonly record: string
  /** Makes the calls again under the runner. */
  readonly again: string
  /** Prepares the programs of the plain processes, in a copy of the files. */
  readonly build: string
  /** The plain process, without the name of its stage. */
  readonly plain: string
  /** Whether the plain process knows the stage `later`. */
  readonly isLater?: boolean
  /** How many processes may take all of their time. */
  readonly processes: number
}

/** A command without input and output that is stopped at the end of its time. */
export const bounded = (text: string): string =>
  `timeout -s KILL "$limit" sh -c '${text.replaceAll("'", String.raw`'\''`)}' < /dev/null > /dev/null 2>&1`

export const replayScript = (
  { nonce, budgetMs }: TimedSubject,
  folder: string,
  { record, again, build, plain, isLater }: ReplayStages,
  isRecording: boolean,
): string => {
  const ended = (stage: string) => `ended ${stage} $?`
  return [
    `root="$PWD"; F="$root/${folder}"; limit=${Math.ceil(budgetMs / 1000)}`,
    `ended() { printf '\\n{"probe":"${nonce}","stage":"ended","of":"%s","status":%d}\\n' "$1" "$2" >> "$F/result"; }`,
    'export root F PATH="$PWD/node_modules/.bin:$PATH" PYTHONDONTWRITEBYTECODE=1 ATELIER_REPORT="$F/report" ATELIER_RESULT="$F/result" ATELIER_ROOT="$root"',
    ...(isRecording ? [record, ended('call')] : []),
    `grep -q '"stage":"call"' "$F/result" || exit 0`,
    `export ATELIER_STAGE=tests; ${again}`,
    ended('tests'),
    `export ATELIER_STAGE=again; ${again}`,
    ended('again'),
    'unset ATELIER_STAGE',
    // A zone whose day is the day of UTC, so that a call that returns today's date does the same there.
    'zone=Asia/Kolkata; [ "$(date -u +%H)" -lt 12 ] || zone=America/St_Johns',
    'export app="$F/app"; mkdir -p "$app" "$F/other"',
    `for one in ./* ./.[!.]*; do case "$one" in ./.git|./${folder}|'./.[!.]*') ;; ./node_modules|./.venv|./venv) ln -s "$root/$one" "$app/$one" ;; *) cp -a "$one" "$app/" ;; esac; done`,
    `cd "$app"; ${build}`,
    'export ATELIER_ROOT="$app"; unset CI NODE_ENV',
    // A terminal, if the machine has a program that makes one.
    `if script -qec true /dev/null > /dev/null 2>&1 < /dev/null; then timeout -s KILL "$limit" script -qec "${plain} plain" /dev/null > /dev/null 2>&1 < /dev/null; else ${bounded(`${plain} plain`)}; fi`,
    ended('plain'),
    `cd "$F/other"; NODE_ENV=production TZ="$zone" ${bounded(`${plain} production`)}`,
    ended('production'),
    ...(isLater ? [`LC_ALL=tr_TR.UTF-8 TZ="$zone" ${bounded(`${plain} later`)}`, ended('later')] : []),
    'true',
  ].join('\n')
}
