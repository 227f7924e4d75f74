import ReceiptText from 'lucide-react/icons/receipt-text'
import { useLocation, type LoaderFunctionArgs } from 'react-router'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listPortalInvoices } from '../../../../../domains/billing/portal-invoices/contract.ts'
import { downloadDeliverableArtifact, listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { CutNote } from '../../../parts/list/show-more.tsx'
import { Heading } from '../../../parts/text/heading.tsx'
import { useSheetWords } from '../../../words/invoices/sheet/index.ts'
import { useAgency, usePortalTitle } from '../../parts/use-agency.tsx'
import { DocumentRow } from '../../parts/document-row.tsx'
import { usePdf } from '../../parts/download-pdf-button.tsx'
import { Back } from '../../parts/back-link.tsx'
import { FileRow } from '../../parts/file-rows.tsx'
import { InvoiceError } from '../../parts/invoice-error.tsx'
import { Part } from '../../parts/part.tsx'
import { useProjectName } from '../../parts/use-project-name.ts'
import {
  headersOf,
  prefetchRowsInPortal,
  readCurrentPortal,
  usePortalRows,
  useCurrentPortal,
} from '../../current-portal.ts'
import { portalPaths } from '../../../portal-paths.ts'
import { portalTabs } from '../../portal-tabs.ts'
import { byNewest, hasDocuments, technicalKind, type DeliverableSummary } from '../../deliverable-lists.ts'
import { useDates } from '../../use-dates.ts'
import { useDocumentWords } from '../../../words/portal-documents/index.ts'
import { usePortalWords } from '../../../words/portal/index.ts'
import { InvoiceAmount, useRowState, useWorkOf, voidLast, type PortalInvoice } from '../../parts/invoice-row.tsx'

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const read = prefetchRowsInPortal(await readCurrentPortal(params.slug))
  read(listDeliverables)
  read(listPortalInvoices)
  read(listProjects)
  return null
}

/** Everything that a client can download, in one place: first deliveries, then invoices. */
export const DocumentsPage = () => {
  const words = useDocumentWords()
  const places = usePortalWords()
  const agency = useAgency()
  const { slug } = useCurrentPortal()
  const deliverables = usePortalRows(listDeliverables, 5_000)
  const things = byNewest(deliverables.rows).filter(hasDocuments)
  const { rows: invoices, cutAt } = usePortalRows(listPortalInvoices, 5_000)
  const isEmpty = things.length + invoices.length === 0
  const fileRows = useFileRows()
  const cameFrom: unknown = useLocation().state
  const from = portalTabs.find(({ name }) => name === cameFrom) ?? portalTabs.find(({ name }) => name === 'work')!
  usePortalTitle(words.documents)
  return (
    <>
      <Back to={from.to(slug)} place={from.name} />
      <Heading>{isEmpty ? words.none : words.documents}</Heading>
      <p className="lead">{isEmpty ? words.noneText(agency.name) : words.text(agency.name)}</p>
      <Part title={words.files}>{things.flatMap(fileRows)}</Part>
      <CutNote cutAt={deliverables.cutAt} />
      <Part title={places.invoices}>
        {voidLast(invoices).map((invoice) => (
          <InvoiceDocument key={invoice.id} invoice={invoice} />
        ))}
      </Part>
      <CutNote cutAt={cutAt} />
    </>
  )
}

/** A row for each file of a deliverable. */
const useFileRows = () => {
  const words = usePortalWords()
  const projectOf = useProjectName()
  const { slug, workspaceId } = useCurrentPortal()
  const { day } = useDates()
  const headers = headersOf(downloadDeliverableArtifact, workspaceId)
  return (thing: DeliverableSummary) => {
    const { id, cycleId, title, submittedRevision, publishedAt, artifacts } = thing
    const files = artifacts.filter((file) => !technicalKind(file))
    const facts = [projectOf(thing), publishedAt && day(publishedAt)]
    return files.map((file) => (
      <FileRow
        key={id + file.name}
        cycleId={cycleId}
        revision={submittedRevision}
        headers={headers}
        file={file}
        title={files.length === 1 ? title : undefined}
        to={portalPaths.deliverable(slug, cycleId)}
        facts={[files.length === 1 ? words.version(submittedRevision) : title, ...facts]}
      />
    ))
  }
}

const InvoiceDocument = ({ invoice }: { readonly invoice: PortalInvoice }) => {
  const { id, type, invoiceNumber } = invoice
  const { kinds } = useSheetWords()
  const { slug } = useCurrentPortal()
  const name = `${kinds[type]} ${invoiceNumber}`
  const work = useWorkOf()(invoice)
  const pdf = usePdf(invoiceNumber)
  return (
    <DocumentRow
      icon={ReceiptText}
      name={work}
      to={portalPaths.invoice(slug, id)}
      facts={[useRowState()(invoice).text, name]}
      saved={name}
      amount={<InvoiceAmount invoice={invoice} />}
      isPending={pdf.isPending}
      onDownload={() => pdf.mutate({ params: { id } })}
    >
      <InvoiceError error={pdf.error} />
    </DocumentRow>
  )
}
