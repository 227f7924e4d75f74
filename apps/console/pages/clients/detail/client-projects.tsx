import { Link } from 'react-router'
import {
  addClientAccountProject,
  listClientAccountProjects,
  removeClientAccountProject,
} from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { useOperation, useFirstRows } from '../../../api/use-operation.ts'
import { useLateRows, usePages, useRows } from '../../../api/use-pages.ts'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { NamedOptions } from '../../../parts/forms/options.tsx'
import { paths } from '../../../paths.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { paramsOf, newestInvoicesOf, shownMost } from './client-input.ts'
import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { useDaysOverdue } from '../../../parts/invoice-sheet/invoice-state.ts'
import { lateFirst } from '../../invoices/outstanding.ts'
import { byNewest, DeliverableRows } from '../../deliverables/list/deliverable-list.tsx'
import { InvoiceTable } from '../../invoices/list/invoice-table.tsx'
import '../../deliverables/deliverables.css'

/** The projects of a customer. Assigning a project grants no access. */
export const ClientProjects = ({ id, isOpen }: { readonly id: string; readonly isOpen: boolean }) => {
  const words = useSettingsWords().clients
  const { rows: projects, ...rest } = usePages(listClientAccountProjects, paramsOf(id))
  const { data: all = [], cutAt } = useLateRows(listProjects, 5_000)
  const add = useOperation(addClientAccountProject)
  const own = new Set(projects.map((one) => one.id))
  const others = all.filter((one) => one.archivedAt === null && !own.has(one.id))
  return (
    <Section
      title={words.projects}
      text={words.projectsText}
      action={
        isOpen && others.length > 0 ? (
          <select
            className="input role"
            value=""
            disabled={add.isPending}
            aria-label={words.addProject}
            onChange={(event) => add.mutate({ params: { id, projectId: event.target.value } })}
          >
            <option value="">{words.addProject}</option>
            <NamedOptions of={others} cutAt={cutAt} />
          </select>
        ) : null
      }
    >
      <Refusal error={add.error} />
      <div className="panel rows">
        {projects.length === 0 ? <p className="pad quiet">{words.noProjects}</p> : null}
        <PartialRows rows={projects} rest={rest}>
          {({ id: projectId, name }) => (
            <div key={projectId} className="row rows-cheap">
              <Link className="cut grow t" dir="auto" title={name} to={paths.project(projectId)}>
                {name}
              </Link>
              {isOpen ? (
                <ConfirmButton
                  size="small"
                  aria-label={words.takeOutOf(name)}
                  label={words.takeOut}
                  operation={removeClientAccountProject}
                  input={{ params: { id, projectId } }}
                  title={words.takeOutTitle(name)}
                  keep={words.keep}
                >
                  <p>{words.takeOutMeans}</p>
                </ConfirmButton>
              ) : null}
            </div>
          )}
        </PartialRows>
      </div>
    </Section>
  )
}

/** The newest invoices of a client, if there are any. */
export const ClientInvoices = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords().clients
  const invoices = lateFirst(useFirstRows(listClientInvoices, newestInvoicesOf(id)), useDaysOverdue())
  if (invoices.length === 0) return null
  return (
    <Section title={words.invoices} action={<Link to={`${paths.invoices}?client=${id}`}>{words.allInvoices}</Link>}>
      <InvoiceTable invoices={invoices} />
    </Section>
  )
}

/** The newest deliverables of the projects of a client, if there are any. */
export const ClientDeliverables = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords().clients
  const projects = useRows(listClientAccountProjects, 5_000, paramsOf(id)).rows
  const own = new Set(projects.map((project) => project.id))
  const rows = byNewest(useRows(listDeliverables, 5_000).rows.filter(({ projectId }) => own.has(projectId)))
  if (rows.length === 0) return null
  return (
    <Section
      title={words.deliverables}
      action={<Link to={`${paths.deliverables}?client=${id}`}>{words.allDeliverables}</Link>}
    >
      <DeliverableRows rows={rows.slice(0, shownMost)} />
    </Section>
  )
}
