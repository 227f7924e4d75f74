// The presses of a person for twenty honest tasks of one project: README.md has the options.
//   node bench/verdict/presses.ts [--fixture js-shop] [--tasks 20] [--seed 1] [--column examiner] [--jobs 2]
//     [--runners folder] [--go-cache folder]
import { parseArgs } from 'node:util'
import { bundleOf, importProject } from '../../testing/repository.ts'
import { readCases, type Case } from './case.ts'
import { drawn } from './choose.ts'
import { columns } from './columns.ts'
import { readFixtures } from './fixture.ts'
import type { Outcome } from './outcome.ts'
import { commandsOf, withServer } from './play-all.ts'
import { playIn } from './play-case.ts'
import { findPrograms } from './programs.ts'

const { values } = parseArgs({
  options: {
    fixture: { type: 'string', default: 'js-shop' },
    tasks: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    column: { type: 'string', default: 'examiner' },
    jobs: { type: 'string', default: '2' },
    runners: { type: 'string' },
    'go-cache': { type: 'string' },
  },
})

type EndOfPlay = Pick<Outcome, 'end' | 'isTogether'>

/** How many changes merge, wait for a press that decides many, wait for a press of their own, or end without a change. */
const countsOf = (ended: readonly EndOfPlay[]) => {
  const count = (is: (one: EndOfPlay) => boolean) => ended.filter(is).length
  return {
    merged: count(({ end }) => end === 'merged'),
    together: count(({ end, isTogether }) => end === 'asked' && isTogether === true),
    apart: count(({ end, isTogether }) => end === 'asked' && isTogether !== true),
    without: count(({ end }) => end === 'refused' || end === 'broken'),
  }
}

/** The first cases whose bases agree, up to `most`, and the files of a project that is the base of them all. */
const inOneProject = (cases: readonly Case[], most: number) => {
  const tasks: Case[] = []
  let files: Case['files'] = {}
  for (const one of cases) {
    const isAgreed = Object.entries(one.files).every(([path, text]) => (files[path] ?? text) === text)
    if (tasks.length === most || one.base !== 'passes' || !isAgreed) continue
    tasks.push(one)
    files = { ...files, ...one.files }
  }
  return { tasks, files }
}

const main = async () => {
  const column = columns.find((name) => name === values.column)
  if (column === undefined) throw new Error(`“${values.column}” is no column`)
  const programs = findPrograms({ runners: values.runners, goCache: values['go-cache'] })
  const cases = await readCases(await readFixtures())
  const honest = cases.filter(
    (one) => one.kind === 'honest' && one.fixture.id === values.fixture && programs.missingFor(one).length === 0,
  )
  const { tasks, files } = inOneProject(drawn(honest, values.seed), Number(values.tasks))
  const ended = await withServer(programs, async (caller, player) => {
    const { projectId } = await importProject(caller, await bundleOf(files))
    const waiting = [...tasks]
    const all: EndOfPlay[] = []
    const worker = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        player.begin(one)
        const { outcome } = await playIn(caller, one, { ...commandsOf(one, programs), projectId, column })
        player.end(one)
        console.error(`${one.id}: ${outcome.end}${outcome.isTogether ? ', beside others' : ''} (${outcome.verdict})`)
        all.push(outcome)
      }
    }
    await Promise.all(Array.from({ length: Number(values.jobs) }, worker))
    return all
  })
  const { merged, together, apart, without } = countsOf(ended)
  console.log(
    '| tasks | merged | wait, for one press together | wait, each for its own | without a change | presses, one by one | presses |',
  )
  console.log('|---|---|---|---|---|---|---|')
  const presses = apart + (together > 0 ? 1 : 0)
  console.log(`| ${[ended.length, merged, together, apart, without, together + apart, presses].join(' | ')} |`)
}

await main()
