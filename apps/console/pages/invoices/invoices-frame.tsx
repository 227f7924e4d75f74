import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { NavLink, useSearchParams } from 'react-router'
import { LinkButton } from '../../parts/forms/button.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { useInvoiceWords } from '../../words/invoices/index.ts'
import { useMoneyWords } from '../../words/money/index.ts'
import { useWords } from '../../words/shell/index.ts'
import { listClientAccounts } from '../../../../domains/accounts/clients/contract/accounts.ts'
import { useRows } from '../../api/use-pages.ts'
import { Segments, useChoice } from '../../parts/forms/segments.tsx'
import { AddressChoice } from '../../parts/forms/options.tsx'
import { useFormat } from '../../format.ts'
import './invoices.css'

/** The tabs of the pages about money. */
export const MoneyFrame = ({ children }: { readonly children: ReactNode }) => {
  const words = useWords()
  const { tabs } = useMoneyWords()
  return (
    <>
      <Tabs label={words.invoices}>
        <NavLink to={paths.invoices} end>
          {words.invoices}
        </NavLink>
        <NavLink to={paths.billables}>{words.billables}</NavLink>
        <NavLink to={paths.revenue}>{tabs.revenue}</NavLink>
        <NavLink to={paths.payments}>{tabs.payments}</NavLink>
        <NavLink to={paths.billingIdentity}>{words.billingIdentity}</NavLink>
      </Tabs>
      <div className="page">{children}</div>
    </>
  )
}

/** The two ways to bill, the same on each page that has them. */
export const BillingButtons = ({ isChosen = false }: { readonly isChosen?: boolean }) => {
  const words = useInvoiceWords()
  return (
    <>
      <LinkButton icon={Plus} to={paths.newBillable}>
        {words.addCharge}
      </LinkButton>
      <LinkButton variant={isChosen ? 'outline' : 'primary'} icon={Plus} to={paths.newInvoice}>
        {words.draft.title}
      </LinkButton>
    </>
  )
}

export const filterNames = ['all', 'draft', 'open', 'late', 'paid', 'void'] as const
export type FilterName = (typeof filterNames)[number]

/** The filters of invoices, kept in the address; `cutAt` is the count of read invoices if there are more. */
export const Filters = ({ cutAt }: { readonly cutAt: number | undefined }) => {
  const words = useInvoiceWords()
  const { number } = useFormat()
  return (
    <div className="money-filters">
      <Segments label={words.filter} param="show" names={words.filters} chosen={useChoice('show', filterNames)} />
      <ClientChoice />
      {cutAt === undefined ? null : <span className="quiet">{words.newest(number(cutAt))}</span>}
    </div>
  )
}

/** One client, or all clients, kept in the address. A page about one client has no choice of all: `isOfOne`. */
export const ClientChoice = ({ isOfOne = false }: { readonly isOfOne?: boolean }) => {
  const words = useInvoiceWords()
  const { rows: clients, cutAt } = useRows(listClientAccounts, 5_000)
  const [query] = useSearchParams()
  // A single client leaves nothing to choose.
  if (!isOfOne && clients.length < 2 && !query.has('client')) return null
  return (
    <AddressChoice
      param="client"
      label={words.client}
      all={isOfOne ? words.chooseClient : words.allClients}
      className="money-client"
      of={clients}
      cutAt={cutAt}
    />
  )
}
