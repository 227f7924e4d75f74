import { useQuery } from '@tanstack/react-query'
import { getClientInvoiceLogo } from '../../../../../domains/billing/invoices/contract.ts'
import { open } from '../../../api/client.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'

const asAddress = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(blob)
  })

/** The logo that was kept with the invoice, as an address of its own: only a call with headers may read it. */
const useLogo = ({ id, logoMediaType }: Invoice): string | undefined =>
  useQuery({
    queryKey: [getClientInvoiceLogo.id, id],
    queryFn: async () => {
      const bytes = await open(getClientInvoiceLogo, { params: { id } })
      return asAddress(await new Response(bytes, { headers: { 'content-type': logoMediaType! } }).blob())
    },
    enabled: logoMediaType !== null,
    staleTime: 'static',
  }).data

/** The seller: the logo, else the name. */
export const SellerMark = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useInvoiceWords().page
  const logo = useLogo(invoice)
  const { sellerLegalName } = invoice
  if (logo !== undefined) return <img src={logo} alt={sellerLegalName ?? ''} />
  return sellerLegalName === null ? (
    <span className="quiet">{words.noSeller}</span>
  ) : (
    <span dir="auto">{sellerLegalName}</span>
  )
}
