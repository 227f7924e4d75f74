import { useState } from 'react'
import {
  removeGrowthProviderKey,
  saveGrowthProviderKey,
  updateGrowthProvider,
  type listGrowthProviders,
} from '../../../../../domains/growth/providers/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useGrowthProviderWords } from '../../../words/growth-providers/index.ts'
import { canBeAsked } from './can-be-asked.ts'

type Provider = Reply<typeof listGrowthProviders>[number]

interface ProviderRowProps {
  readonly provider: Provider
  readonly isAdministrator: boolean
}

/** A provider with its prices, and its key as it may be changed. */
export const ProviderRow = ({ provider: row, isAdministrator }: ProviderRowProps) => {
  const words = useGrowthProviderWords()
  const { provider, label, isBuiltIn, enabled, hasApiKey, hasInstanceKey } = row
  const update = useOperation(updateGrowthProvider)
  const isAskable = canBeAsked(row)
  const key = hasApiKey ? words.ownKey : hasInstanceKey ? words.instanceKey : words.noKey
  const facts = [isBuiltIn ? words.builtIn : key, ...(enabled || !isAskable ? [] : [words.off])]
  return (
    <div className="row person">
      <div className="who">
        <b>{label}</b>
        <span className="quiet">{facts.join(' · ')}</span>
        {isBuiltIn ? null : <Prices provider={row} />}
        {isAdministrator && !isBuiltIn ? (
          <details>
            <summary>{hasApiKey ? words.changeKey(label) : words.addKey(label)}</summary>
            <KeyForm provider={row} />
          </details>
        ) : null}
        <Refusal error={update.error} />
      </div>
      {isAdministrator && isAskable ? (
        <div className="acts">
          <Button
            size="small"
            isPending={update.isPending}
            aria-label={`${enabled ? words.disable : words.enable}: ${label}`}
            onClick={() => update.mutate({ params: { provider }, body: { enabled: !enabled } })}
          >
            {enabled ? words.disable : words.enable}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

const Prices = ({ provider: { capabilities, callPriceUsd, pricedOn } }: { readonly provider: Provider }) => {
  const words = useGrowthProviderWords()
  const { dollars } = useFormat()
  const prices = capabilities.map(({ capability, priceUsd }) =>
    words.price(words.capabilities[capability], dollars(callPriceUsd ?? priceUsd)),
  )
  return <span className="quiet">{words.prices(prices.join(', '), pricedOn ?? '')}</span>
}

const KeyForm = ({ provider: { provider, label, hasApiKey } }: { readonly provider: Provider }) => {
  const words = useGrowthProviderWords()
  // A secret is kept nowhere but in its field.
  const [apiKey, setApiKey] = useState('')
  const save = useOperation(saveGrowthProviderKey, { then: () => setApiKey('') })
  const submit = () => {
    if (apiKey.trim() !== '') save.mutate({ params: { provider }, body: { apiKey: apiKey.trim() } })
  }
  return (
    <Form className="line wrap" error={save.error} onSubmit={submit}>
      <TextField
        name="apiKey"
        label={words.keyOf(label)}
        type="password"
        autoComplete="off"
        value={apiKey}
        onChange={(event) => setApiKey(event.target.value)}
      />
      <Button size="small" type="submit" isPending={save.isPending} aria-label={`${words.saveKey}: ${label}`}>
        {words.saveKey}
      </Button>
      {hasApiKey ? (
        <ConfirmButton
          size="small"
          aria-label={`${words.removeKey}: ${label}`}
          label={words.removeKey}
          operation={removeGrowthProviderKey}
          input={{ params: { provider } }}
          title={words.removeKeyOf(label)}
          keep={words.keep}
        >
          <p>{words.removeMeans}</p>
        </ConfirmButton>
      ) : null}
      <Refusal error={save.error} />
    </Form>
  )
}
