import { useSearchParams } from 'react-router'
import { withParam } from '../../paths.ts'
import { addressNow } from '../forms/address-now.ts'
import { toggled } from '../forms/toggled.ts'

/** True if a person opened the row, whose id the address then has, and how to open and close it. */
export const useOpenRow = (id: string, param = 'open') => {
  const [query, setQuery] = useSearchParams()
  const openIn = (address: URLSearchParams) => new Set(address.get(param)?.split(',').filter(Boolean))
  const toggle = () => {
    const now = addressNow()
    const next = withParam(now, param, [...toggled(openIn(now), id)].join(','))
    setQuery(next.search, { replace: true, preventScrollReset: true })
  }
  return { isOpen: openIn(query).has(id), toggle }
}
