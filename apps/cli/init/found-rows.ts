import { needsOf, toolByConfiguration } from '../../../execution/setup/index.ts'
import { counted, durationText, listed, printable } from '../terminal/text.ts'
import { settingOfLimit, type StopReason } from '../../../execution/sandbox/index.ts'
import type { Checkout } from './checkout.ts'
import { tellingLine } from '../../../execution/reports/telling-line.ts'
import type { TriedCheckout, TriedCommand } from './try-tests.ts'

/** A row about a thing that a checkout has or lacks. */
export interface CheckoutRow {
  readonly what: 'tests' | 'checks' | 'packages' | 'services' | 'secrets' | 'sandbox'
  readonly state: 'fine' | 'missing' | 'failed'
  readonly finding: string
  /** The command or the package that helps. */
  readonly remedy?: string
}

interface CheckoutTable {
  readonly checkout: Checkout
  readonly tried: TriedCheckout
  /** Names of the secrets that the project has. */
  readonly secrets: ReadonlySet<string>
  readonly atelier: string
}

/** All findings in one table: the parts that run, and the missing ones with their remedies. */
export const checkoutRows = (table: CheckoutTable): readonly CheckoutRow[] => [
  ...sandboxRows(table),
  packagesRow(table),
  ...testRows(table),
  ...serviceRows(table),
  ...secretRows(table),
]

const sandboxRows = ({ tried: { refused } }: CheckoutTable): CheckoutRow[] =>
  refused === undefined ? [] : [{ what: 'sandbox', state: 'missing', finding: refused }]

const packagesRow = ({ checkout: { plan }, tried: { setup, refused }, atelier }: CheckoutTable): CheckoutRow => {
  if (!plan) return { what: 'packages', state: 'fine', finding: 'There are none to install.' }
  const managers = plan.managers.join(', ')
  if (refused !== undefined || !setup) return { what: 'packages', state: 'missing', finding: `${managers}: not tried.` }
  if (setup.outcome === 'passed')
    return { what: 'packages', state: 'fine', finding: `${managers}: installed in ${durationText(setup.durationMs)}.` }
  const remedy = `See docs/setup.md, or name a command of your own: ${atelier} project set --setup "<command>"`
  return { what: 'packages', state: 'missing', finding: `${managers}: ${causeIn(setup)}`, remedy }
}

const testRows = ({ checkout: { checks }, tried, atelier }: CheckoutTable): CheckoutRow[] => {
  if (checks.length === 0) {
    const remedy = `Name one: ${atelier} project set --check "<command>"`
    return [{ what: 'tests', state: 'missing', finding: 'No command that runs tests was found.', remedy }]
  }
  if (tried.checks.length === 0) {
    const because = tried.setup === undefined || tried.setup.outcome === 'passed' ? '' : ': the setup failed'
    const all = listed(checks.map(({ command }) => firstLineOf(command)))
    return [{ what: 'tests', state: 'missing', finding: `${all}: not tried${because}.` }]
  }
  return tried.checks.map((check) => rowOf(check, atelier))
}

const rowOf = (tried: TriedCommand, atelier: string): CheckoutRow => {
  const { name, command, outcome, durationMs, stoppedBy, passedTests } = tried
  const what = name === 'test' ? 'tests' : 'checks'
  const shown = firstLineOf(command)
  const tests = passedTests === undefined ? '' : `${counted(passedTests, 'test')}, `
  if (outcome === 'passed')
    return { what, state: 'fine', finding: `${shown} passes (${tests}${durationText(durationMs)}).` }
  if (stoppedBy !== null) return stoppedRow(what, shown, { ...tried, stoppedBy }, atelier)
  const tool = toolByConfiguration(command)
  if (tool !== undefined && lacksProgram(tried, tool))
    return { what, state: 'fine', finding: `${shown} is left out: ${tool} is not among the installed packages.` }
  const cause = causeIn(tried)
  if (outcome === 'failed') return { what, state: 'failed', finding: `${shown} fails: ${cause}` }
  const remedy = `Install what it names, or name another command: ${atelier} project set --check "<command>"`
  return { what, state: 'missing', finding: `${shown} cannot run: ${cause}`, remedy }
}

const firstLineOf = (command: string) => printable(command.split('\n')[0]!)

/** A check that was stopped is no verdict on the code: its time or another limit was up. */
const stoppedRow = (
  what: CheckoutRow['what'],
  shown: string,
  { name, stoppedBy, durationMs }: TriedCommand & { readonly stoppedBy: StopReason },
  atelier: string,
): CheckoutRow => {
  const limit = stoppedBy === 'wall-time' ? '' : ` at its limit of ${stoppedBy.replace('-', ' ')}`
  const other = `name a smaller command: ${atelier} project set --check ${name === 'test' ? '' : `${name}=`}"<command>"`
  const isRaised = name === 'test' || stoppedBy !== 'wall-time'
  const remedy = isRaised
    ? `Raise the limit by ${settingOfLimit[stoppedBy]}, or ${other}`
    : `To have it judge changes, ${other}`
  return { what, state: 'missing', finding: `${shown} was stopped after ${durationText(durationMs)}${limit}.`, remedy }
}

const lacksProgram = ({ exitCode, log }: TriedCommand, tool: string) => exitCode === 127 && log.includes(tool)

const serviceRows = ({ checkout: { needs }, tried: { offered } }: CheckoutTable): CheckoutRow[] => {
  const lacking = needsOf(needs, { protectedPaths: [], offered })
  const present = needs.services.filter((service) => offered.includes(service))
  const what = 'services'
  const missing = lacking.map((finding): CheckoutRow => ({ what, state: 'missing', finding }))
  if (present.length === 0) return missing
  return [{ what, state: 'fine', finding: `Each check has an empty ${listed(present)} of this machine.` }, ...missing]
}

const secretRows = ({ checkout: { secretNames }, secrets, atelier }: CheckoutTable): CheckoutRow[] => {
  const lacking = secretNames.filter((name) => !secrets.has(name))
  if (lacking.length === 0) return []
  const remedy = `If tests need one: ${atelier} secrets set ${lacking[0]}, and ${atelier} env set --secret ${lacking[0]}`
  return [{ what: 'secrets', state: 'missing', finding: listed(lacking, 10), remedy }]
}

/** The program or version that a check lacked, else the end of its output. */
const causeIn = ({ cause, log }: TriedCommand): string => printable(cause ?? tellingLine(log))

const marks = { fine: '✓', missing: '!', failed: '✗' } as const

export const rowLines = (rows: readonly CheckoutRow[]): string[] =>
  rows.flatMap(({ what, state, finding, remedy }) => [
    `${marks[state]} ${what.padEnd(9)} ${finding.replaceAll('\n', '\n            ')}`,
    ...(remedy === undefined ? [] : [`            ${remedy}`]),
  ])
