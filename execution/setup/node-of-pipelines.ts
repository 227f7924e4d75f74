import { parse } from 'yaml'
import { guardYaml } from '../../packages/secret-files/index.ts'
import type { SetupFiles } from './phases.ts'

const fileMostChars = 65_536
const filesMost = 20

/** True if a path belongs to a GitHub workflow, which lists the Node versions for tests. */
export const isWorkflow = (path: string): boolean => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)

/**
 * The newest major version of Node that the GitHub workflows of a repository set up; undefined if they name none, or
 * name one by a word, such as `lts/*`, or by an expression other than a list of their matrix, or are too long to be read.
 */
export const nodeMajorOfWorkflows = (files: SetupFiles): number | undefined => {
  const workflows = [...files].filter(([path]) => isWorkflow(path))
  if (workflows.length > filesMost || workflows.some(([, text]) => text.length > fileMostChars)) return undefined
  const versions = workflows.flatMap(([, text]) => versionsIn(text))
  const majors = versions.map((version) => Number(/^v?(\d{1,2})(?:\.(?:\d+|x|\*))*$/.exec(version)?.[1]))
  return majors.length === 0 || majors.some(Number.isNaN) ? undefined : Math.max(...majors)
}

type Table = Readonly<Record<string, unknown>>

const tableOf = (value: unknown): Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
const wordOf = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '')

const versionsIn = (text: string): readonly string[] => {
  const jobs = Object.values(tableOf(tableOf(workflowIn(text)).jobs)).map(tableOf)
  return jobs.flatMap(({ steps, strategy }) => {
    const matrix = tableOf(tableOf(strategy).matrix)
    return listOf(steps)
      .map(tableOf)
      .filter(({ uses }) => wordOf(uses).startsWith('actions/setup-node@'))
      .map((step) => tableOf(step.with)['node-version'])
      .filter((version) => version !== undefined)
      .flatMap((version) => {
        const named = /^\$\{\{\s*matrix\.([\w-]+)\s*\}\}$/.exec(wordOf(version))?.[1]
        return named === undefined ? [wordOf(version)] : listOf(matrix[named]).map(wordOf)
      })
  })
}

const workflowIn = (text: string): unknown => {
  try {
    guardYaml(text)
    return parse(text, { maxAliasCount: 10, logLevel: 'silent' })
  } catch {
    return undefined
  }
}
