import { useState } from 'react'
import {
  removeGrowthProviderKey,
  saveGrowthProviderKey,
  updateGrowthChain,
  updateGrowthProvider,
  type listGrowthProviders,
} from '../../../../../domains/growth/providers/contract.ts'
import { capabilities, type Capability } from '../../../../../domains/growth/providers/rules.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { inputOf } from '../../../parts/forms/draft-field.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { NamedCell, WideTable } from '../../../parts/list/wide-table.tsx'
import { dot } from '../../../parts/text/joined.tsx'
import { useGrowthProviderWords } from '../../../words/growth-providers/index.ts'
import { askedOf, canBeAsked, placedAt, type Chain } from './can-be-asked.ts'

type Provider = Reply<typeof listGrowthProviders>[number]

interface ProviderTableProps {
  readonly providers: readonly Provider[]
  readonly chains: readonly Chain[]
  readonly isAdministrator: boolean
}

/** The providers: whether each is asked, its place in the order for each kind of look-up, and its price. */
export const ProviderTable = ({ providers, chains, isAdministrator }: ProviderTableProps) => {
  const words = useGrowthProviderWords()
  const { dayInWords } = useFormat()
  // Providers that can be asked come first; each half keeps its order.
  const inUse = providers.toSorted((one, other) => Number(canBeAsked(other)) - Number(canBeAsked(one)))
  const priced = providers.flatMap(({ pricedOn }) => pricedOn ?? []).toSorted()
  return (
    <>
      <WideTable label={words.keys} className="stacked provider-table">
        <thead>
          <tr>
            <th scope="col">{words.columns.provider}</th>
            <th scope="col">{words.state}</th>
            {capabilities.map((capability) => (
              <th key={capability} scope="col" className="num">
                {words.capabilities[capability]}
              </th>
            ))}
            {isAdministrator ? (
              <th scope="col">
                <span className="sr">{words.actions}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {inUse.map((one) => (
            <ProviderLine key={one.provider} provider={one} chains={chains} isAdministrator={isAdministrator} />
          ))}
        </tbody>
      </WideTable>
      {priced[0] === undefined ? null : <p className="quiet">{words.pricedOn(dayInWords(priced[0]))}</p>}
    </>
  )
}

interface ProviderLineProps extends Omit<ProviderTableProps, 'providers'> {
  readonly provider: Provider
}

const ProviderLine = (line: ProviderLineProps) => {
  const { provider: row, chains, isAdministrator } = line
  const words = useGrowthProviderWords()
  const { provider, label, isBuiltIn, enabled, hasApiKey, hasInstanceKey } = row
  const [isKeyOpen, setKeyOpen] = useState(false)
  const update = useOperation(updateGrowthProvider)
  const isAskable = canBeAsked(row)
  const means: Readonly<Record<string, string | undefined>> = words.builtInMeans
  const key = hasApiKey ? words.ownKey : hasInstanceKey ? words.instanceKey : words.noKey
  const isUnasked = isAskable && enabled && chains.every((one) => !askedOf(one).includes(provider))
  return (
    <>
      <tr>
        <th scope="row" className="provider-name">
          {label}
          {means[provider] === undefined ? null : <span className="quiet second-line">{means[provider]}</span>}
        </th>
        <NamedCell
          name={words.state}
          value={
            isUnasked ? (
              <span className="quiet">{words.onUnasked}</span>
            ) : (
              [...(isAskable ? [enabled ? words.on : words.off] : []), isBuiltIn ? words.builtIn : key].join(dot)
            )
          }
        />
        {capabilities.map((capability) => (
          <OfferCell key={capability} capability={capability} {...line} />
        ))}
        {isAdministrator ? (
          <td>
            <div className="acts">
              {isBuiltIn ? null : (
                <Button
                  size="small"
                  variant={isAskable ? 'plain' : 'outline'}
                  aria-expanded={isKeyOpen}
                  aria-label={hasApiKey ? words.changeKey(label) : words.addKey(label)}
                  onClick={() => setKeyOpen(!isKeyOpen)}
                >
                  {hasApiKey ? words.change : words.add}
                </Button>
              )}
              {isAskable && !isUnasked ? (
                <Button
                  size="small"
                  isPending={update.isPending}
                  aria-label={`${enabled ? words.disable : words.enable}: ${label}`}
                  onClick={() => update.mutate({ params: { provider }, body: { enabled: !enabled } })}
                >
                  {enabled ? words.disable : words.enable}
                </Button>
              ) : null}
            </div>
            <Refusal error={update.error} />
          </td>
        ) : null}
      </tr>
      {isKeyOpen ? (
        <tr>
          <td colSpan={3 + capabilities.length} className="provider-key">
            <KeyForm provider={row} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

interface OfferCellProps extends ProviderLineProps {
  readonly capability: Capability
}

/** The place and the price for a kind of look-up; empty if the provider has none. */
const OfferCell = ({ capability, provider: row, chains, isAdministrator }: OfferCellProps) => {
  const words = useGrowthProviderWords()
  const { callPrice, dollars } = useFormat()
  const { provider, label, isBuiltIn, enabled, callPriceUsd } = row
  const offered = row.capabilities.find((one) => one.capability === capability)
  if (!offered) return <td className="hide-s" />
  const chain = chains.find((one) => one.capability === capability)
  const place = chain && askedOf(chain).indexOf(provider) + 1
  const result = chain?.providers.find((one) => one.provider === provider)
  const canPlace = isAdministrator && chain && canBeAsked(row) && enabled
  const value = (
    <>
      <span className="placed">
        {canPlace ? <PlaceField chain={chain} provider={provider} label={label} /> : place ? words.place(place) : null}
        <span className={place ? 'price' : 'price quiet'}>
          {isBuiltIn ? words.free : callPrice(callPriceUsd ?? offered.priceUsd)}
        </span>
      </span>
      {result && result.asked > 0 ? (
        <span className="quiet second-line" title={words.figures(result.failed, dollars(result.costUsd))}>
          {words.foundOf(result.found, result.asked)}
        </span>
      ) : null}
    </>
  )
  return <NamedCell name={words.capabilities[capability]} value={value} isNumber />
}

const KeyForm = ({ provider: { provider, label, hasApiKey } }: { readonly provider: Provider }) => {
  const words = useGrowthProviderWords()
  // A secret is kept nowhere but in its field.
  const form = useForm(saveGrowthProviderKey, { input: { params: { provider } }, saved: { apiKey: '' } })
  return (
    <Form className="line wrap" error={form.error} onSubmit={form.submit}>
      <TextField
        {...inputOf(form, 'apiKey')}
        label={words.keyOf(label)}
        hint={words.keyHint}
        type="password"
        autoComplete="off"
      />
      <Button size="small" type="submit" isPending={form.isPending} aria-label={`${words.saveKey}: ${label}`}>
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
          keep
        >
          <p>{words.removeMeans}</p>
        </ConfirmButton>
      ) : null}
      <Refusal error={form.error} />
    </Form>
  )
}

interface PlaceFieldProps {
  readonly chain: Chain
  readonly provider: string
  readonly label: string
}

/** The place of a provider among the providers that a look-up asks; saved once it is chosen. */
const PlaceField = ({ chain, provider, label }: PlaceFieldProps) => {
  const words = useGrowthProviderWords()
  const save = useOperation(updateGrowthChain)
  const asked = askedOf(chain)
  const place = asked.indexOf(provider) + 1
  const places = place === 0 ? asked.length + 1 : asked.length
  const set = (chosen: number) =>
    save.mutate({ params: { capability: chain.capability }, body: { order: placedAt(chain, provider, chosen) } })
  return (
    <>
      <select
        className="input order-place"
        aria-label={words.placeOf(label, words.capabilities[chain.capability])}
        value={place}
        disabled={save.isPending}
        onChange={({ target }) => set(Number(target.value))}
      >
        {Array.from({ length: places + 1 }, (_each, at) => (
          <option key={at} value={at}>
            {words.place(at)}
          </option>
        ))}
      </select>
      <Refusal error={save.error} />
    </>
  )
}
