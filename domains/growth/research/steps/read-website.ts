import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { WebRefusal } from '../../../../execution/web/index.ts'
import { FetchRefusal } from '../../../../platform/fetch/index.ts'
import { finish, goTo, Unrecoverable, type EffectContext } from '../../../../platform/jobs/index.ts'
import { researchRun } from '../graph.ts'
import { type ResearchWork, recordEnded } from '../write-statements.ts'
import type { RunFailure } from '../rules.ts'
import { crawlLimits, isSameSite, linksMost, nextAddress, pageMostChars } from '../rules/crawl.ts'
import { findGrowthProject } from '../store.ts'
import { insertPage, pagesOfRun, type NewPage, failGrowthRun, findGrowthRun, moveGrowthRun } from '../store-runs.ts'
import type { GrowthPageRow } from '../tables.ts'

/** Reads the pages of the website that were not read before. */
export const readWebsiteStep = (parts: ResearchWork) =>
  researchRun.step('read', {
    effect: (context) => readWebsite(parts, context),
    commit: async ({ tx, run, now }, failure) => {
      if (!failure) {
        await moveGrowthRun(tx, { id: run.subjectId, status: 'writing' })
        return goTo(researchRun.at.write)
      }
      const failed = await failGrowthRun(tx, { id: run.subjectId, ...failure, now })
      if (failed) recordEnded(tx, failed)
      return finish()
    },
  })

interface Failure {
  readonly code: RunFailure
  readonly message: string
}

const readWebsite = async ({ web }: ResearchWork, context: EffectContext): Promise<Failure | undefined> => {
  const { run, signal } = context
  const { first, createdAt } = await context.read(async (tx) => {
    const found = await findGrowthRun(tx, { id: run.subjectId })
    const project = found && (await findGrowthProject(tx, { id: found.growthProjectId }))
    if (!project) throw new Unrecoverable('The growth project of this run is gone.')
    return { first: project.websiteUrl, createdAt: found.createdAt }
  })
  await context.write((tx) => moveGrowthRun(tx, { id: run.subjectId, status: 'reading' }))
  let tried: readonly GrowthPageRow[] = await context.read((tx) => pagesOfRun(tx, { growthRunId: run.subjectId }))
  const untilMs = createdAt.getTime() + crawlLimits.withinMs
  for (;;) {
    const next = nextAddress(first, tried.map(asTried))
    if (!next || Date.now() > untilMs) break
    const number = tried.length + 1
    const answer = await readPage(web, next.url, signal, number === 1 ? firstTries : 1)
    const place = { id: uuidv7(), growthRunId: run.subjectId, number, askedUrl: next.url, depth: next.depth }
    const page = { ...place, ...pageOf(answer, next.url, tried, first) }
    if (number === 1 && page.outcome !== 'read') return failureOf(answer, page.outcome)
    await context.write(async (tx) => insertPage(tx, { ...page, now: await tx.now() }))
    tried = [...tried, page]
  }
  const hasText = tried.some(({ outcome, content }) => outcome === 'read' && content !== '')
  return hasText ? undefined : { code: 'no_text', message: noText }
}

const leadsElsewhere = 'The website leads to another website. Create a growth project for the other one.'
const noText = 'The pages of this website have no text that a program can read. They may be drawn by a script.'

const asTried = ({ content, ...page }: GrowthPageRow) => ({ ...page, contentChars: content.length })

type Answer = Awaited<ReturnType<ResearchWork['web']['readPage']>> | FetchRefusal | WebRefusal

// Without the first page there is no run: what passes is waited for.
const firstTries = 4
const passing: readonly string[] = ['silent', 'slow', 'broken', 'form', 'waiting']

/** A page, or why it was not read. */
const readPage = async (web: ResearchWork['web'], url: string, signal: AbortSignal, tries: number): Promise<Answer> => {
  try {
    return await web.readPage(url, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof FetchRefusal || error instanceof WebRefusal)) throw error
    return tries > 1 && passing.includes(error.reason) ? readPage(web, url, signal, tries - 1) : error
  }
}

type Described = Pick<NewPage, 'url' | 'outcome' | 'title' | 'content' | 'links'>
type Tried = readonly Pick<GrowthPageRow, 'url' | 'outcome' | 'content'>[]

const pageOf = (answer: Answer, askedUrl: string, tried: Tried, first: string): Described => {
  const nothing = { title: '', content: '', links: [] }
  if (answer instanceof Error) return { url: askedUrl, outcome: 'refused', ...nothing }
  const { url, title, text, links } = answer
  const empty = { url: url.slice(0, 2_000), ...nothing }
  if (url.length > 2_000 || !isSameSite(new URL(url), new URL(first))) return { ...empty, outcome: 'elsewhere' }
  const content = storable(text).slice(0, pageMostChars).toWellFormed()
  const isKnown = tried.some(
    (one) => one.outcome === 'read' && (one.url === url || digest(one.content) === digest(content)),
  )
  if (isKnown) return { ...empty, outcome: 'duplicate' }
  return {
    url,
    outcome: 'read',
    title: storable(title).slice(0, 500).toWellFormed(),
    content,
    links: links.filter((link) => link.length <= 2_000).slice(0, linksMost),
  }
}

// Without characters that PostgreSQL refuses, and without invisible ones.
const storable = (text: string) => text.replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

const failureOf = (answer: Answer, outcome: Described['outcome']): Failure => {
  if (outcome === 'elsewhere') return { code: 'website_leads_elsewhere', message: leadsElsewhere }
  const isForbidden = answer instanceof WebRefusal && answer.reason === 'robots'
  const message = answer instanceof Error ? answer.message : noText
  return { code: isForbidden ? 'website_forbids_reading' : 'website_unreachable', message }
}
