import type { Input } from '../../../../../platform/client/index.ts'
import type { upsertDeliverable } from '../../../../../domains/delivery/deliverables/contract.ts'
import type { View } from '../../../parts/deliverable/approvals.ts'
import type { SnapshotContent } from '../../../parts/deliverable/snapshot.ts'

/** A draft as its form has it: a day as the browser writes it, and empty texts for absent values. */
export type DraftFields = ReturnType<typeof fieldsOf>

export const fieldsOf = (view: View | undefined, cycleTitle: string) => ({
  title: view?.title ?? cycleTitle.slice(0, 200),
  clientStatus: view?.clientStatus ?? ('draft' as const),
  dueDay: view?.dueDate?.slice(0, 10) ?? '',
  summary: view?.summary ?? '',
})

/** Noon of the day in UTC, which is that day nearly everywhere. */
const noonOf = (day: string) => (day === '' ? null : `${day}T12:00:00.000Z`)
const textOf = (summary: string) => (summary.trim() === '' ? null : summary)

/** The request of a draft: its title, and the changed fields. */
export const bodyOf = (
  { title }: DraftFields,
  { clientStatus, dueDay, summary }: Partial<DraftFields>,
): NonNullable<Input<typeof upsertDeliverable>['body']> => ({
  title: title.trim(),
  ...(clientStatus !== undefined && { clientStatus }),
  ...(dueDay !== undefined && { dueDate: noonOf(dueDay) }),
  ...(summary !== undefined && { summary: textOf(summary) }),
})

/** The draft as a client would read it, with the files of the published version. */
export const draftPreview = (fields: DraftFields, view: View, published: SnapshotContent): SnapshotContent => ({
  ...published,
  title: fields.title.trim(),
  clientStatus: fields.clientStatus,
  dueDate: fields.dueDay === (view.dueDate?.slice(0, 10) ?? '') ? view.dueDate : noonOf(fields.dueDay),
  summary: textOf(fields.summary),
})
