import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { Button } from '../../../parts/forms/button.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import type { FieldFaults } from '../../../parts/forms/request-body.ts'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import type { TypedAccount } from './books-values.ts'

/** The most accounts of the contract. */
const most = 50

interface AccountFieldsProps {
  readonly accounts: readonly TypedAccount[]
  readonly wrongAt: readonly FieldFaults<TypedAccount>[]
  readonly onChange: (accounts: TypedAccount[]) => void
}

/** With their paths in the request, which leaves out an empty account. */
const withPaths = (accounts: readonly TypedAccount[]) =>
  accounts.map((one, at) => {
    const place = accounts.slice(0, at).filter(({ account }) => account !== '').length
    return { ...one, path: one.account === '' ? '' : `taxAccounts.${place}` }
  })

/** The account of each tax class, one in each line. */
export const AccountFields = ({ accounts, wrongAt, onChange }: AccountFieldsProps) => {
  const { books: words } = useSettingWords()
  const change = (at: number, changed: Partial<TypedAccount>) =>
    onChange(accounts.map((one, place) => (place === at ? { ...one, ...changed } : one)))
  return (
    <fieldset>
      <legend>{words.accounts}</legend>
      <p className="soft">{words.accountsText}</p>
      {withPaths(accounts).map(({ taxClass, account, taxKey, path }, at) => (
        <div key={at} className="tax-account">
          <TextField
            name={`${path}.taxClass`}
            label={words.taxClass}
            maxLength={50}
            dir="auto"
            value={taxClass}
            wrong={wrongAt[at]?.taxClass}
            onChange={(event) => change(at, { taxClass: event.target.value })}
          />
          <TextField
            name={`${path}.revenueAccount`}
            label={words.account}
            maxLength={8}
            inputMode="numeric"
            value={account}
            wrong={wrongAt[at]?.account}
            onChange={(event) => change(at, { account: event.target.value.trim() })}
          />
          <TextField
            name={`${path}.taxKey`}
            label={words.taxKey}
            maxLength={4}
            inputMode="numeric"
            value={taxKey}
            wrong={wrongAt[at]?.taxKey}
            onChange={(event) => change(at, { taxKey: event.target.value.trim() })}
          />
          <Button
            size="small"
            aria-label={words.remove(taxClass)}
            onClick={() => onChange(accounts.filter((_, place) => place !== at))}
          >
            <Trash className="i" aria-hidden="true" />
          </Button>
        </div>
      ))}
      {accounts.length < most ? (
        <div>
          <Button icon={Plus} onClick={() => onChange([...accounts, { taxClass: '', account: '', taxKey: '' }])}>
            {words.add}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}
