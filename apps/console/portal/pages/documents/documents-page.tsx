import { Link, type LoaderFunctionArgs } from 'react-router'
import { listPortalInvoices } from '../../../../../domains/billing/portal-invoices/contract.ts'
import { downloadDeliverableArtifact, listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { Heading } from '../../../parts/heading.tsx'
import { More } from '../../../parts/show-more.tsx'
import { useMore } from '../../../parts/use-show-more.ts'
import { useSheetWords } from '../../../words/invoices/sheet/index.ts'
import { useAgency, usePortalTitle } from '../../parts/use-agency.tsx'
import { DocumentRow } from '../../parts/document-row.tsx'
import { usePdf } from '../../parts/download-pdf-button.tsx'
import { Files } from '../../parts/file-rows.tsx'
import { InvoiceError } from '../../parts/invoice-error.tsx'
import {
  headersOf,
  prefetchAllInPortal,
  readCurrentPortal,
  useAllPortalRows,
  useCurrentPortal,
} from '../../current-portal.ts'
import { portalPaths } from '../../../portal-paths.ts'
import { byNewest, hasDocuments, technicalKind, type DeliverableSummary } from '../../deliverable-lists.ts'
import { useDates } from '../../use-dates.ts'
import { useDocumentWords } from '../../../words/portal-documents/index.ts'
import { usePortalWords } from '../../../words/portal/index.ts'
import { InvoiceAmount, useRowState, useWorkOf, type PortalInvoice } from '../../parts/invoice-row.tsx'

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const read = prefetchAllInPortal(await readCurrentPortal(params.slug))
  read(listDeliverables)
  read(listPortalInvoices)
  return null
}

/** Everything that a client can download, in one place: what was delivered first, then invoices. */
export const DocumentsPage = () => {
  const words = useDocumentWords()
  const agency = useAgency()
  const things = byNewest(useAllPortalRows(listDeliverables)).filter(hasDocuments)
  const invoices = useAllPortalRows(listPortalInvoices)
  const { shown, more } = useMore(things)
  const isEmpty = things.length + invoices.length === 0
  usePortalTitle(words.documents)
  return (
    <>
      <Heading>{isEmpty ? words.none : words.documents}</Heading>
      <p className="lead">{isEmpty ? words.noneText(agency.name) : words.text(agency.name)}</p>
      {shown.map((thing) => (
        <FilesOf key={thing.id} thing={thing} />
      ))}
      <More onMore={more} />
      {invoices.length === 0 ? null : <Invoices invoices={invoices} />}
    </>
  )
}

const FilesOf = ({
  thing: { cycleId, title, submittedRevision, publishedAt, artifacts },
}: {
  readonly thing: DeliverableSummary
}) => {
  const words = usePortalWords()
  const { slug, workspaceId } = useCurrentPortal()
  const { day } = useDates()
  return (
    <section className="sect">
      <h2 dir="auto">
        <Link to={portalPaths.deliverable(slug, cycleId)}>{title}</Link>
      </h2>
      <p className="small capital">
        {words.version(submittedRevision)}
        {publishedAt === null ? '' : ` · ${day(publishedAt)}`}
      </p>
      <Files
        cycleId={cycleId}
        revision={submittedRevision}
        headers={headersOf(downloadDeliverableArtifact, workspaceId)}
        files={artifacts.filter((file) => !technicalKind(file))}
        title={title}
      />
    </section>
  )
}

const Invoices = ({ invoices }: { readonly invoices: readonly PortalInvoice[] }) => {
  const words = usePortalWords()
  const { shown, more } = useMore(invoices)
  return (
    <section className="sect">
      <h2>{words.invoices}</h2>
      <ul className="panel rows">
        {shown.map((invoice) => (
          <InvoiceDocument key={invoice.id} invoice={invoice} />
        ))}
      </ul>
      <More onMore={more} />
    </section>
  )
}

const InvoiceDocument = ({ invoice }: { readonly invoice: PortalInvoice }) => {
  const { id, type, invoiceNumber } = invoice
  const { kinds } = useSheetWords()
  const name = `${kinds[type]} ${invoiceNumber}`
  const work = useWorkOf()(invoice)
  const state = useRowState()(invoice)
  const pdf = usePdf(invoiceNumber)
  return (
    <DocumentRow
      name={work}
      note={`${name} · ${state.text}`}
      saved={name}
      amount={<InvoiceAmount invoice={invoice} />}
      isPending={pdf.isPending}
      onDownload={() => pdf.mutate({ params: { id } })}
    >
      <InvoiceError error={pdf.error} />
    </DocumentRow>
  )
}
