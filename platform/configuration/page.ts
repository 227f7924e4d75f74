import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Setting } from './kinds.ts'
import { otherPrograms, settings } from './settings.ts'

const titles: Record<keyof typeof settings, string> = {
  listen: 'The process',
  storage: 'Where things are kept',
  secrets: 'The vault',
  mail: 'Mail',
  sandbox: 'Sandboxes',
  terminal: 'The terminal of a project',
  model: 'The model',
  agent: 'Limits of agents',
  agents: 'External agents',
  caps: 'Caps on what models cost',
  rates: 'Requests a minute',
  outgoing: 'Addresses that people give',
  web: 'The web for agents',
  growth: 'Data for outreach',
  mailboxes: 'Mailboxes for outreach',
  payments: 'Payments',
  accessPoints: 'Access points',
  previews: 'Deployments',
  work: 'Runs',
  telemetry: 'What is observed',
}

/** docs/configuration.md, made from the declarations. */
export const configurationPage = (): string => `# Configuration

Settings come from the environment and are checked at the start: an unknown or malformed one stops it with a sentence that names it. A setting that is empty counts as left out. This page is made from \`platform/configuration/settings.ts\` by \`node platform/configuration/write-page.ts\`. [Models](models.md) has the lines for known endpoints.
${Object.entries(settings)
  .map(([group, members]) => section(titles[group as keyof typeof settings], Object.values(members)))
  .join('')}
## Read by other programs

| variable | meaning |
|---|---|
${otherPrograms.map(([name, sentence]) => `| \`${name}\` | ${sentence} |\n`).join('')}`

const section = (title: string, members: readonly Setting<unknown>[]) => `
## ${title}

| setting | default | accepts | meaning |
|---|---|---|---|
${members.map(row).join('')}`

const row = ({ name, fallback, accepts, sentence }: Setting<unknown>) =>
  `| \`${name}\` | ${fallback} | ${accepts} | ${sentence} |\n`

const pagePath: string = join(import.meta.dirname, '..', '..', 'docs', 'configuration.md')
export const writtenPage = (): Promise<string> => readFile(pagePath, 'utf8')
export const writePage = (): Promise<void> => writeFile(pagePath, configurationPage())
