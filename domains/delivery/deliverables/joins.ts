import { accountOfProject, isShown } from '../../code/projects/index.ts'
import { isLiveCycle } from '../cycles/index.ts'

/** A fragment for statements of other domains: the project in which something was decided. */
export const projectOfApproval = (approvalId: string): string =>
  `(select a.project_id from deliverable_approval a where a.id = ${approvalId})`

/** A fragment with the parameters of `isShown`: what each client account was delivered last, by publication. */
export const lastDeliveries = `(select distinct on (account_id) account_id, project_id, cycle_id, title, published_at
  from (select ${accountOfProject('d.project_id')} as account_id, d.project_id, d.cycle_id, d.title, d.published_at
    from deliverable d
    where d.workspace_id = :workspace and d.client_status in ('delivered', 'accepted') and d.published_at is not null
      and ${isShown('d.project_id')} and ${isLiveCycle('d.cycle_id')}) shown
  where account_id is not null
  order by account_id, published_at desc, cycle_id) delivery`

/** Approvals by clients of existing deliverables, for statements of other domains with `:workspace`. */
export const clientApprovals = `(select a.id, a.project_id, d.cycle_id, d.title, a.comment, a.decided_at
  from deliverable_approval a join deliverable d on d.id = a.deliverable_id
  where a.workspace_id = :workspace and a.decision = 'approved' and ${isLiveCycle('d.cycle_id')}) approval`
