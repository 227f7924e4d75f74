import { hasWords } from '../../../platform/db/fragments.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { json, oneRowStatement, rowStatement, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import type { FoundName, SoughtName, NamedThing } from '../../domain.ts'
import type { Evidence, PauseReason, PlaySettings } from './rules.ts'
import { growthPlay, type PlayRow } from './tables.ts'

const { columns } = growthPlay

const page = statement<Cursor & { growthProjectId: string; rows: number }, PlayRow>(
  'growth-play.page',
  `select ${columns} from growth_play
   where workspace_id = :workspace and growth_project_id = :growthProjectId and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
export const playPage = async (tx: Transaction, growthProjectId: string, after: Cursor, limit: number) =>
  pageOf(await page(tx, { ...after, growthProjectId, rows: limit + 1 }), limit)

export const findPlay = rowStatement<{ id: string }, PlayRow>('growth-play.find', selectById(growthPlay))

/** The play, held until the transaction ends. */
export const lockPlay = rowStatement<{ id: string }, PlayRow>(
  'growth-play.lock',
  selectById(growthPlay, 'for no key update'),
)

const settingNames = [
  'name',
  'audience',
  'language',
  'excludedCountries',
  'excludesUnknownLaw',
  'steps',
  'bookingUrl',
  'hardCapMicros',
  'sendApproval',
  'mailboxIds',
] as const

type StoredPlay<Row extends PlaySettings> = Omit<Row, 'steps'> & { readonly steps: Json }
const stored = <Row extends PlaySettings>(row: Row): StoredPlay<Row> => ({ ...row, steps: json(row.steps) })

type NewPlay = PlaySettings & ChangedBy & Pick<PlayRow, 'id' | 'growthProjectId'>
const asDraft = {
  workspaceId: ':workspace',
  status: `'draft'`,
  createdBy: ':userId',
  createdAt: ':now',
  updatedAt: ':now',
}
const insert = oneRowStatement<StoredPlay<NewPlay>, PlayRow>(
  'growth-play.insert',
  insertInto(growthPlay, ['id', 'growthProjectId', ...settingNames], asDraft, `returning ${columns}`),
)
export const insertPlay = (tx: Transaction, play: NewPlay) => insert(tx, stored(play))

interface ProposedPlay extends NewPlay {
  readonly growthRunId: string
  readonly evidence: readonly Evidence[]
  readonly proposedAs: readonly string[]
}
type StoredProposal = Omit<StoredPlay<ProposedPlay>, 'evidence'> & { readonly evidence: Json }
const insertProposed = oneRowStatement<StoredProposal, PlayRow>(
  'growth-play.insert-proposed',
  insertInto(
    growthPlay,
    ['id', 'growthProjectId', ...settingNames, 'growthRunId', 'evidence', 'proposedAs'],
    asDraft,
    `returning ${columns}`,
  ),
)
/** Adds a play that a run proposed, as a draft. */
export const insertProposedPlay = (tx: Transaction, play: ProposedPlay) =>
  insertProposed(tx, { ...stored(play), evidence: json(play.evidence) })

type KnownPlay = Pick<ProposedPlay, 'name' | 'audience' | 'proposedAs'>
/** Every play of a growth project, including archived ones, by its name and audience and by its proposed ones. */
export const knownPlays = statement<{ growthProjectId: string }, KnownPlay>(
  'growth-play.known',
  `select name, audience, proposed_as as "proposedAs" from growth_play
   where workspace_id = :workspace and growth_project_id = :growthProjectId order by created_at desc, id desc limit 10000`,
)

/** The result of a play's change. */
type PlayChange = PlaySettings &
  Pick<PlayRow, 'status' | 'pauseReason' | 'acknowledgedBy' | 'acknowledgedAt' | 'launchedAt'>
const save = oneRowStatement<StoredPlay<PlayChange & { id: string; now: Date }>, PlayRow>(
  'growth-play.save',
  `update growth_play set name = :name, audience = :audience, language = :language,
     excluded_countries = :excludedCountries, excludes_unknown_law = :excludesUnknownLaw, steps = :steps,
     booking_url = :bookingUrl, hard_cap_micros = :hardCapMicros, send_approval = :sendApproval,
     mailbox_ids = :mailboxIds, status = :status, pause_reason = :pauseReason, acknowledged_by = :acknowledgedBy,
     acknowledged_at = :acknowledgedAt, launched_at = :launchedAt, updated_at = :now
   where workspace_id = :workspace and id = :id returning ${columns}`,
)
/** Saves a play that is locked. */
export const savePlay = (tx: Transaction, id: string, change: PlayChange, now: Date) =>
  save(tx, stored({ ...change, id, now }))

/** The newest 1,000 plays of a growth project by their names. */
export const playNames = statement<{ growthProjectId: string }, Pick<PlayRow, 'id' | 'name' | 'hardCapMicros'>>(
  'growth-play.named',
  `select id, name, hard_cap_micros as "hardCapMicros" from growth_play
   where workspace_id = :workspace and growth_project_id = :growthProjectId order by created_at desc, id desc limit 1000`,
)

type ShortPlay = Pick<PlayRow, 'id' | 'name' | 'status'> & { readonly proposedByRunId: string | null }
const newest = statement<{ growthProjectId: string; limit: number }, ShortPlay>(
  'growth-play.newest',
  `select id, name, status, growth_run_id as "proposedByRunId" from growth_play
   where workspace_id = :workspace and growth_project_id = :growthProjectId order by created_at desc, id desc limit :limit`,
)
/** The newest 100 plays of a growth project, as its page lists them. */
export const newestPlays = (tx: Transaction, growthProjectId: string) => newest(tx, { growthProjectId, limit: 100 })

/** Plays that a person made, or whose leads a person released for mail. */
export const playsOfPerson = statement<{ userId: string }, PlayRow>(
  'growth-play.of-person',
  `select ${columns} from growth_play
   where workspace_id = :workspace and (created_by = :userId or acknowledged_by = :userId) order by id limit 10000`,
)

/** Pauses a play that is active; undefined if it is not. */
export const pausePlay = rowStatement<{ playId: string; reason: PauseReason; now: Date }, { growthProjectId: string }>(
  'growth-play.pause-by-limit',
  `update growth_play set status = 'paused', pause_reason = :reason, updated_at = :now
   where workspace_id = :workspace and id = :playId and status = 'active'
   returning growth_project_id as "growthProjectId"`,
)

/** Plays by any part of their name, the newest first. */
export const foundPlays = statement<SoughtName, FoundName>(
  'growth-play.found',
  `select id, name, left(audience, 200) as also, growth_project_id as "parentId" from growth_play
   where workspace_id = :workspace and ${hasWords('searched_name(name)')} order by created_at desc, id desc limit :rows`,
)

/** The names of these plays. */
export const namesOfPlays = statement<{ ids: readonly string[] }, NamedThing>(
  'growth-play.names',
  `select id, name as title, null::uuid as "projectId", null::uuid as "cycleId" from growth_play
   where workspace_id = :workspace and id = any(:ids)`,
)
