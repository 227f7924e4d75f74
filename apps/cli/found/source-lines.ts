import { atelier } from '../program/command.ts'
import { printable } from '../terminal/text.ts'
import type { ModelPrice } from '../../../execution/models/found/source.ts'
import type { ModelSource } from './model-source.ts'

/** A row for each source: its name, place, model and price, and the command to use it or the reason against it. */
export const sourceLines = (sources: readonly ModelSource[]): string[] => {
  const rows = sources.map((one) => [one.name, placeOf(one), modelOf(one), costOf(one), typedFor(one)])
  const table = [['name', 'where', 'model', 'for a million tokens', 'to use it'], ...rows]
  const widths = table[0]!.map((_cell, at) => Math.max(...table.map((row) => row[at]!.length)))
  return table.map((row) => row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join('  '))
}

const placeOf = (source: ModelSource): string => {
  if (source.kind === 'key') return `${source.title}, by ${source.variable}`
  if (source.kind === 'server') return `${source.title} at ${new URL(source.baseUrl).host}`
  return `${source.title}${source.version === undefined ? '' : ` ${source.version}`}, ${printable(source.program)}`
}

const modelOf = (source: ModelSource): string =>
  source.kind === 'agent' ? 'the workspace’s' : printable(source.model ?? '–')

const costOf = (source: ModelSource): string => {
  if (source.kind === 'agent') return 'as the model'
  if (source.kind === 'server') return 'nothing'
  return source.price ? priceText(source.price) : 'unknown'
}

/** `$1.25 in, $10 out on 2025-08-07` */
const priceText = ({ inputUsdPerMillion, outputUsdPerMillion, pricedOn }: ModelPrice): string =>
  `$${inputUsdPerMillion} in, $${outputUsdPerMillion} out on ${pricedOn}`

const typedFor = ({ name, unusable, ...source }: ModelSource): string => {
  if (unusable !== undefined) return unusable
  const price = source.kind === 'key' && !source.price ? ' --price <in>/<out>' : ''
  return `${atelier} models use ${name}${price}`
}
