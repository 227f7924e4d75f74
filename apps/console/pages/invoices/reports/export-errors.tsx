import { Link } from 'react-router'
import type { exportDatevBookings } from '../../../../../domains/billing/accounting/contract.ts'
import { RefusedError } from '../../../../../platform/client/index.ts'
import type { Static } from '../../../../../platform/contract/index.ts'
import { paths } from '../../../paths.ts'
import { useSettingWords } from '../../../words/billing-settings/index.ts'

type Errors = typeof exportDatevBookings.errors
type MissingAccounts = Static<Errors['lacking']['details']>
type UnpostedInvoices = Static<Errors['otherCurrencies']['details']>

const books = `${paths.billingIdentity}?part=books`

/** The refusals of an export, one by one, with the pages that mend them. */
export const ExportErrors = ({ error }: { readonly error: unknown }) => {
  const { exports: words } = useSettingWords()
  if (!(error instanceof RefusedError)) return null
  const { code } = error.answered
  if (code === 'accounting_lacks') return <Accounts lacking={error.answered as unknown as MissingAccounts} />
  if (code !== 'datev_other_currencies' && code !== 'datev_amount_too_large') return null
  const { which } = error.answered as unknown as UnpostedInvoices
  return <p className="quiet">{`${words.which} ${which.join(', ')}`}</p>
}

const Accounts = ({ lacking: { fields, taxClasses, clients } }: { readonly lacking: MissingAccounts }) => {
  const { exports: words } = useSettingWords()
  return (
    <div className="lacks">
      <p>{words.lacks}</p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <Link className="link" to={books}>
              {words.fields[field]}
            </Link>
          </li>
        ))}
        {taxClasses.map((name) => (
          <li key={name} dir="auto">
            <Link className="link" to={books}>
              {words.taxClass(name)}
            </Link>
          </li>
        ))}
        {clients.map(({ id, name }) => (
          <li key={id} dir="auto">
            <Link className="link" to={`${books}&client=${id}`}>
              {words.debtor(name)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
