import { useMemo } from 'react'
import { listClientAccounts } from '../../../../domains/accounts/clients/contract/accounts.ts'
import { listMembers } from '../../../../domains/accounts/workspaces/contract/members.ts'
import { listClientInvoices } from '../../../../domains/billing/invoices/contract.ts'
import { listDeliverables } from '../../../../domains/delivery/deliverables/contract.ts'
import { listGrowthProjects } from '../../../../domains/growth/research/contract.ts'
import { useLateRows } from '../../api/use-pages.ts'
import { paths, settingsPages } from '../../paths.ts'
import { useWords } from '../../words/shell/index.ts'
import { namedRows, type NamedRow } from './named-rows.ts'

/** Named things outside the index of texts that fit a search. Their lists are read once a text is searched for. */
export const useNamedRows = (q: string, enabled: boolean): readonly NamedRow[] => {
  const asking = { enabled: enabled && q !== '' }
  const { settingsPages: settings } = useWords()
  const clients = useLateRows(listClientAccounts, {}, asking).data
  const invoices = useLateRows(listClientInvoices, {}, asking).data
  const deliverables = useLateRows(listDeliverables, {}, asking).data
  const people = useLateRows(listMembers, {}, asking).data
  const growth = useLateRows(listGrowthProjects, {}, asking).data
  const rows = useMemo(
    (): readonly NamedRow[] => [
      ...(clients ?? []).map(({ id, name }) => ({ id, kind: 'client' as const, name, also: '', to: paths.client(id) })),
      ...(invoices ?? []).flatMap(({ id, invoiceNumber, buyerLegalName }) =>
        invoiceNumber === null
          ? []
          : [{ id, kind: 'invoice' as const, name: invoiceNumber, also: buyerLegalName, to: paths.invoice(id) }],
      ),
      ...(deliverables ?? []).map(({ id, title, projectId, cycleId }) => {
        return { id, kind: 'deliverable' as const, name: title, also: '', to: paths.deliverable(projectId, cycleId) }
      }),
      ...(people ?? []).map(({ userId, name, email }) => {
        return { id: userId, kind: 'person' as const, name, also: email, to: paths.settingsOf('members') }
      }),
      ...(growth ?? []).map(({ id, name }) => {
        return { id, kind: 'growth' as const, name, also: '', to: paths.growthProject(id) }
      }),
      ...settingsPages.map((page) => {
        return { id: page, kind: 'settings' as const, name: settings[page], also: '', to: paths.settingsOf(page) }
      }),
    ],
    [clients, invoices, deliverables, people, growth, settings],
  )
  return useMemo(() => (asking.enabled ? namedRows(rows, q) : []), [rows, q, asking.enabled])
}
