// The cost of the tests, by file and by area, as CPU time of the workers and of the processes that they started.
//   ATELIER_TEST_COSTS=costs.jsonl bin/test; node bench/suite.ts costs.jsonl [files shown]
import { readFileSync } from 'node:fs'
import type { FileCost } from '../testing/runner/costs.ts'

const [path, shown = '40'] = process.argv.slice(2)
if (path === undefined) throw new Error('Name the file of costs: node bench/suite.ts costs.jsonl')

const costs = readFileSync(path, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as FileCost)

interface Sum {
  readonly name: string
  readonly files: number
  readonly ms: number
  readonly ownMs: number
  readonly childrenMs: number
}

const sumOf = (name: string, of: readonly FileCost[]): Sum => {
  const total = (field: 'ms' | 'ownMs' | 'childrenMs') => of.reduce((sum, cost) => sum + cost[field], 0)
  return { name, files: of.length, ms: total('ms'), ownMs: total('ownMs'), childrenMs: total('childrenMs') }
}

const areaOf = ({ file }: FileCost) => {
  const folders = file.split('/').slice(0, -1)
  return folders.slice(0, folders[0] === 'domains' ? 3 : 2).join('/') || '.'
}

const cpuMs = ({ ownMs, childrenMs }: Sum) => ownMs + childrenMs
const seconds = (ms: number) => (ms / 1_000).toFixed(1).padStart(8)

const print = (sums: readonly Sum[]) => {
  console.log('     CPU  worker  others    time  files')
  for (const sum of sums.toSorted((one, other) => cpuMs(other) - cpuMs(one)))
    console.log(
      `${seconds(cpuMs(sum))}${seconds(sum.ownMs)}${seconds(sum.childrenMs)}${seconds(sum.ms)}${String(sum.files).padStart(5)}  ${sum.name}`,
    )
}

const groupsBy = (nameOf: (cost: FileCost) => string) =>
  [...Map.groupBy(costs, nameOf)].map(([name, of]) => sumOf(name, of))

const files = groupsBy(({ file }) => file).toSorted((one, other) => cpuMs(other) - cpuMs(one))
print(files.slice(0, Number(shown)))
print(groupsBy(areaOf))
print([sumOf('all', costs)])
console.log(`${Math.max(...costs.map(({ residentMiB }) => residentMiB)).toFixed(0)} MiB in the largest worker`)
