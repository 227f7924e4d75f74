import { validate } from 'uuid'
import { type AfterRowOfPerson, pagesOfPerson, pageOf, type Cursor } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isGranted } from '../../code/projects/index.ts'
import type { Decision } from './rules.ts'
import { deliverableApproval, type ApprovalRow } from './tables.ts'

const { columns } = deliverableApproval

const shared = statement<{ projectId: string; userId: string }, { isShared: boolean }>(
  'deliverable-approval.is-shared',
  `select ${isGranted(':projectId', ':userId')} as "isShared"`,
)
export const isSharedWith = async (tx: Transaction, projectId: string, userId: string) =>
  (await shared(tx, { projectId, userId }))[0]!.isShared

/** The request; undefined if that reviewer has an open one for the revision. */
export const insertApproval = rowStatement<
  Omit<ApprovalRow, 'requestedAt' | 'decision' | 'comment' | 'decidedAt'> & { now: Date },
  ApprovalRow
>(
  'deliverable-approval.insert',
  insertInto(
    deliverableApproval,
    ['id', 'projectId', 'deliverableId', 'revision', 'revisionHash', 'reviewerId', 'requestedBy'],
    { workspaceId: ':workspace', requestedAt: ':now' },
    `on conflict (deliverable_id, revision, reviewer_id) where decision is null do nothing returning ${columns}`,
  ),
)

const find = rowStatement<{ id: string; deliverableId: string }, ApprovalRow>(
  'deliverable-approval.find',
  `select ${columns} from deliverable_approval where id = :id and deliverable_id = :deliverableId`,
)
/** A request about a deliverable; an invalid id is handled like an unknown id. */
export const findApproval = async (tx: Transaction, deliverableId: string, id: string) =>
  validate(id) ? find(tx, { id, deliverableId }) : undefined

type AboutRow = Pick<ApprovalRow, 'projectId' | 'revisionHash' | 'decision'> & { readonly isReplaced: boolean }

/** A request for approval with its decision, and whether its reviewer replaced it later; undefined if unknown. */
export const decisionAbout = rowStatement<{ id: string }, AboutRow>(
  'deliverable-approval.about',
  `select a.project_id as "projectId", a.revision_hash as "revisionHash", a.decision,
     exists (select from deliverable_approval later where later.deliverable_id = a.deliverable_id
       and later.revision = a.revision and later.reviewer_id = a.reviewer_id and later.decision is not null
       and (later.requested_at, later.id) > (a.requested_at, a.id)) as "isReplaced"
   from deliverable_approval a where a.id = :id`,
)

/** The snapshot that a request is about, which is never removed before its deliverable is. */
export const snapshotOf = oneRowStatement<
  { deliverableId: string; revision: number },
  { content: string; publishedAt: Date }
>(
  'deliverable-approval.snapshot',
  `select content, published_at as "publishedAt" from deliverable_snapshot
   where deliverable_id = :deliverableId and revision = :revision`,
)

const readable = statement<{ deliverableId: string; revision: number; reviewerId: string | null }, { content: string }>(
  'deliverable-approval.readable-snapshot',
  `select s.content from deliverable_snapshot s join deliverable d on d.id = s.deliverable_id
   where s.deliverable_id = :deliverableId and s.revision = :revision
     and (:reviewerId::uuid is null or s.revision = d.submitted_revision or exists (select from deliverable_approval a
       where a.deliverable_id = d.id and a.revision = s.revision and a.reviewer_id = :reviewerId))`,
)
/** A snapshot by its number; for a client, who is named, only the newest and the snapshots of their own requests. */
export const readableSnapshot = async (
  tx: Transaction,
  deliverableId: string,
  revision: number,
  reviewerId: string | null,
) => (await readable(tx, { deliverableId, revision, reviewerId })).at(0)?.content

/** The decided request; undefined if it was decided before: of several callers one gets it. */
export const decideApproval = rowStatement<
  { id: string; decision: Decision; comment: string | null; now: Date },
  ApprovalRow
>(
  'deliverable-approval.decide',
  `update deliverable_approval set decision = :decision, comment = :comment, decided_at = :now
   where id = :id and decision is null returning ${columns}`,
)

const page = statement<
  { deliverableId: string; awaiting: string | null; rows: number } & Cursor,
  ApprovalRow & { createdAt: Date }
>(
  'deliverable-approval.page',
  `select ${columns}, requested_at as "createdAt" from deliverable_approval
   where deliverable_id = :deliverableId and (requested_at, id) < (:at, :id)
     and (:awaiting::uuid is null or (reviewer_id = :awaiting and decision is null))
   order by requested_at desc, id desc limit :rows`,
)
/** All requests, or only those that wait for one person's decision. */
export const approvalPage = async (
  tx: Transaction,
  deliverableId: string,
  { after, limit, awaiting }: { readonly after: Cursor; readonly limit: number; readonly awaiting: string | undefined },
) => pageOf(await page(tx, { deliverableId, awaiting: awaiting ?? null, ...after, rows: limit + 1 }), limit)

const rowsMost = 1_000
/** The newest requests about one revision, newest first. */
export const approvalsOfRevision = statement<{ deliverableId: string; revision: number }, ApprovalRow>(
  'deliverable-approval.of-revision',
  `select ${columns} from deliverable_approval where deliverable_id = :deliverableId and revision = :revision
   order by requested_at desc, id desc limit ${rowsMost}`,
)

type OwnDecision = Pick<
  ApprovalRow,
  'id' | 'projectId' | 'revision' | 'revisionHash' | 'requestedAt' | 'decision' | 'comment' | 'decidedAt'
>
const ofPerson = statement<AfterRowOfPerson, OwnDecision>(
  'deliverable-approval.of-person',
  `select id, project_id as "projectId", revision, revision_hash as "revisionHash", requested_at as "requestedAt",
     decision, comment, decided_at as "decidedAt"
   from deliverable_approval where reviewer_id = :userId and (:at::timestamptz is null or (requested_at, id) > (:at, :id))
   order by requested_at, id limit :rows`,
)
/** A person's requests for approval and their decisions, oldest first, after the last row of the page before. */
export const approvalsOfPerson = pagesOfPerson(ofPerson, 'requestedAt')
