import { useQuery } from '@tanstack/react-query'
import { getWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { getClientInvoiceLogo } from '../../../../../domains/billing/invoices/contract.ts'
import { open } from '../../../api/client.ts'
import { useReply } from '../../../api/use-operation.ts'
import { Letterhead } from '../../../parts/invoice-sheet/letterhead.tsx'
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

/** The seller as the client sees it: the logo that went with the invoice, else the name of the brand, as in the portal. */
export const SellerMark = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useInvoiceWords().page
  const logo = useLogo(invoice)
  const brand = useReply(getWorkspaceBrandKit).published
  const name = brand?.name ?? invoice.sellerLegalName
  return name === null ? (
    <span className="quiet">{words.noSeller}</span>
  ) : (
    <Letterhead name={name} logo={logo} color={brand?.colors.primary} />
  )
}
