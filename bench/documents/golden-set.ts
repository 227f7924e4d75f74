import { fillableForm, turnedPage } from '../../testing/ai/pdf-forms.ts'
import { presentation, wordFile, workbook } from './office.ts'
import { pageHtml, type PageLook } from './page-html.ts'
import type { Block } from './score.ts'
import * as texts from './texts.ts'
import type { Text } from './texts.ts'
import type { ScanLook, Workshop } from './workshop.ts'

export interface GoldenDocument {
  readonly name: string
  readonly group: 'born digital' | 'scan' | 'office'
  readonly format: 'pdf' | 'image' | 'word' | 'sheet' | 'slides'
  readonly blocks: readonly Block[]
  /** Its language of tesseract, and the one that a font must have. */
  readonly ocr: string
  readonly language: string
  readonly make: (workshop: Workshop) => Promise<Buffer>
}

const scripts = {
  english: texts.english,
  german: texts.german,
  greek: texts.greek,
  russian: texts.russian,
  hebrew: texts.hebrew,
  arabic: texts.arabic,
  japanese: texts.japanese,
  chinese: texts.chinese,
} as const

const latin = { ocr: 'eng', language: 'en' } as const

const article: readonly Block[] = texts.articleBlocks
const turnedArticle = article.flatMap((block) =>
  'text' in block ? [{ text: block.text, size: block.kind === 'heading' ? 18 : 11 }] : [],
)
const sections: readonly Block[] = article.flatMap((block, at): readonly Block[] =>
  at === 2 ? [{ kind: 'heading', text: 'A year of gauges' }, block] : [block],
)

const table = (title: string, rows: readonly (readonly string[])[]): readonly Block[] => [
  { kind: 'heading', text: title },
  { kind: 'text', text: 'The figures below were checked on 4 May 2027 and hold until the end of the year.' },
  { kind: 'table', rows },
]

const prices = table('Prices of the workshop', [
  ['Work', 'Unit', 'Hours', 'Price'],
  ['Plan of a room', 'room', '6', '€420.00'],
  ['Oak door, oiled', 'piece', '11', '€1,180.00'],
  ['Window seat', 'metre', '4', '€310.50'],
  ['Repair of a drawer', 'piece', '1.5', '€96.00'],
  ['Delivery in town', 'trip', '2', '€85.00'],
  ['Delivery by ship', 'crate', '3', '€244.75'],
  ['Storage', 'month', '0', '€60.00'],
])

const stations = table('Rain by station and quarter', [
  ['Station', 'Height', 'Spring', 'Summer', 'Autumn', 'Winter', 'Year'],
  ['Alder Bridge', '112', '204', '187', '251', '298', '940'],
  ['Birch Hill', '348', '266', '221', '302', '377', '1166'],
  ['Cold Spring', '410', '281', '240', '333', '402', '1256'],
  ['Dove House', '87', '176', '160', '211', '244', '791'],
  ['East Lock', '64', '169', '158', '203', '239', '769'],
  ['Ferry Inn', '58', '171', '149', '198', '236', '754'],
  ['Grey Rocks', '502', '307', '262', '371', '455', '1395'],
  ['High Field', '277', '238', '209', '280', '331', '1058'],
])

const furniture = table('Furniture of the hall', [
  ['Item', 'Qty', 'Price'],
  ['Chair', '4', '120.00'],
  ['Round table', '1', '450.00'],
  ['Lamp', '12', '9.50'],
])

const duties = table('Who does what', [
  ['Task', 'Person', 'What it means'],
  [
    'Opening',
    'Ines Marlow',
    'Opens the hall at eight, reads the meters and writes both values into the book by the door.',
  ],
  ['Kitchen', 'Tomas Reed', 'Orders bread and fruit for the week, and throws nothing away before the evening.'],
  ['Accounts', 'Ada Finch', 'Pays each bill within ten days and shows the sum of the month to the other two.'],
])

const gaps = table('Loans of tools', [
  ['Tool', 'Lent to', 'Since', 'Note'],
  ['Ladder', 'Finch', '2 May', ''],
  ['Drill', '', '', 'is repaired'],
  ['Long saw', 'Reed', '', 'no date given'],
  ['Scales', '', '', ''],
  ['Lamp', 'Marlow', '11 May', 'two bulbs'],
])

const registration: readonly Block[] = [
  { kind: 'heading', text: 'Registration for the summer course' },
  {
    kind: 'fields',
    fields: [
      ['Family name', 'Abernathy'],
      ['Given name', 'Joan Ruth'],
      ['Date of birth', '17 June 1984'],
      ['Street and number', 'Harbour Lane 12b'],
      ['Town', 'Port Ellis'],
      ['Course', 'Letterpress for beginners'],
      ['Paid in advance', 'yes, 120.00'],
    ],
  },
  {
    kind: 'text',
    text: 'By signing I accept the rules of the house. A place can be given back until ten days before.',
  },
]

const survey = [
  ['Name of the shop', 'Bright & Sons (since 1954)'],
  ['Contact', 'Miriam Bright'],
  ['Pages of the old site', '164'],
  ['Languages', 'English, Welsh'],
  ['Ready by', '30 September 2027'],
] as const
const surveyBlocks: readonly Block[] = [
  { kind: 'heading', text: 'Questions before we begin' },
  { kind: 'fields', fields: survey },
]

const invoice: readonly Block[] = [
  { kind: 'heading', text: 'Invoice 2027-0118' },
  {
    kind: 'fields',
    fields: [
      ['Customer', 'Ferry Inn, Quay 3, Port Ellis'],
      ['Date', '12 April 2027'],
      ['Due', '26 April 2027'],
    ],
  },
  {
    kind: 'table',
    rows: [
      ['Item', 'Days', 'Rate', 'Amount'],
      ['Menu in two languages', '3', '€640.00', '€1,920.00'],
      ['Photographs of the rooms', '1.5', '€640.00', '€960.00'],
      ['Booking by mail', '6', '€640.00', '€3,840.00'],
      ['Sum', '', '', '€6,720.00'],
      ['VAT', '', '19 %', '€1,276.80'],
      ['Total', '', '', '€7,996.80'],
    ],
  },
  { kind: 'text', text: 'Transfer the total to the account named in our offer. Thank you for the coffee on the pier.' },
]

type DocumentKind = Pick<GoldenDocument, 'ocr' | 'language'>

const born = (
  name: string,
  blocks: readonly Block[],
  look: PageLook = {},
  place: DocumentKind = latin,
): GoldenDocument => ({
  name,
  group: 'born digital',
  format: 'pdf',
  blocks,
  ...place,
  make: ({ print }) => print(pageHtml(blocks, { language: place.language, ...look })),
})

const placeOf = ({ ocr, language }: Text): DocumentKind => ({ ocr, language })
const bornText = (name: string, text: Text) =>
  born(name, text.blocks, { isRightToLeft: text.isRightToLeft ?? false }, placeOf(text))

/** A scan of a document that was born digital. */
const scanOf = (
  name: string,
  { make, blocks, ocr, language }: GoldenDocument,
  look: ScanLook = {},
): GoldenDocument => ({
  name,
  group: 'scan',
  format: (look.format ?? 'pdf') === 'pdf' ? 'pdf' : 'image',
  blocks,
  ocr,
  language,
  make: async (workshop) => workshop.scan(await make(workshop), look),
})

const office = (
  name: string,
  format: GoldenDocument['format'],
  blocks: readonly Block[],
  content: Buffer,
): GoldenDocument => ({ name, group: 'office', format, blocks, ...latin, make: async () => content })

const bornScripts = Object.entries(scripts).map(([name, text]) => bornText(name, text))
const bornNamed = (name: string) => bornScripts.find((document) => document.name === name)!
const columns = born('two columns', article, { columns: 2 })
const ruled = born('ruled table', prices)
const form = born('form on lines', registration)

const bornDigital: readonly GoldenDocument[] = [
  ...bornScripts,
  columns,
  born('two columns, headings', sections, { columns: 2, size: 10 }),
  ruled,
  born('open table', stations, { hasRules: false, size: 10 }),
  born('compact table', furniture, { isCompact: true }),
  born('table, wrapped cells', duties),
  born('table, empty cells', gaps, { hasRules: false }),
  form,
  {
    ...form,
    name: 'fillable form',
    blocks: surveyBlocks,
    make: async () => fillableForm('Questions before we begin', survey),
  },
  born('invoice', invoice),
  { ...columns, name: 'turned page', make: async () => turnedPage(turnedArticle) },
]

const office2027 = [
  ['Milestone', 'Due', 'Share'],
  ['Catalogue of the first house', '15 March', '40 %'],
  ['All three houses', '1 June', '60 %'],
]

const sheetRows: readonly (readonly string[])[] = [
  ['Item', 'Bought', 'Price', 'Share'],
  ['Ladder', '2027-03-15', '84.5', '0.25'],
  ['Drill', '2027-04-01', '129', '0.75'],
]

const scans: readonly GoldenDocument[] = [
  scanOf('english, clean', bornNamed('english')),
  scanOf('english, noise', bornNamed('english'), { noise: 32, quality: 0.5 }),
  scanOf('english, turned by 2°', bornNamed('english'), { degrees: 2, noise: 20 }),
  scanOf('english, 110 dpi', bornNamed('english'), { dpi: 110, noise: 15, quality: 0.6 }),
  scanOf('english, on its side', bornNamed('english'), { degrees: 90, noise: 15 }),
  scanOf('german, noise, PNG', bornNamed('german'), { noise: 30, format: 'png' }),
  scanOf('greek', bornNamed('greek'), { noise: 20 }),
  scanOf('russian', bornNamed('russian'), { noise: 20, degrees: -1 }),
  scanOf('hebrew', bornNamed('hebrew'), { noise: 20 }),
  scanOf('arabic', bornNamed('arabic'), { noise: 20 }),
  scanOf('japanese', bornNamed('japanese'), { noise: 20 }),
  scanOf('two columns, 1°', columns, { degrees: 1, noise: 20 }),
  scanOf('ruled table', ruled, { noise: 20 }),
  scanOf('form on lines, JPEG', form, { noise: 20, degrees: 0.5, format: 'jpeg' }),
]

const rowsOf = (blocks: readonly Block[]) => blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))

const note = 'Measured at the counter of the first house in April 2027.'
const footed: readonly Block[] = [...texts.german.blocks, { kind: 'text', text: note }]
const withTable: readonly Block[] = [...texts.english.blocks, { kind: 'table', rows: office2027 }]
const slides: readonly (readonly Block[])[] = [
  texts.english.blocks.slice(0, 2),
  texts.english.blocks.slice(2, 6),
  [
    { kind: 'heading', text: 'Plan' },
    { kind: 'table', rows: office2027 },
  ],
]
const twoSheets: readonly Block[] = [
  { kind: 'heading', text: 'Tools' },
  { kind: 'table', rows: sheetRows },
  { kind: 'heading', text: 'Hours' },
  { kind: 'table', rows: rowsOf(prices) },
]

const officeFiles: readonly GoldenDocument[] = [
  office('letter, DOCX', 'word', texts.german.blocks, wordFile(texts.german.blocks)),
  office('table, DOCX', 'word', withTable, wordFile(withTable)),
  office('footnote, DOCX', 'word', footed, wordFile(texts.german.blocks, { footnotes: [note] })),
  office('arabic, DOCX', 'word', texts.arabic.blocks, wordFile(texts.arabic.blocks)),
  office(
    'two sheets, XLSX',
    'sheet',
    twoSheets,
    workbook({
      Tools: [
        sheetRows[0]!,
        [
          'Ladder',
          { value: 46_461, format: 'date' },
          { value: 84.5, format: 'money' },
          { value: 0.25, format: 'percent' },
        ],
        [
          'Drill',
          { value: 46_478, format: 'date' },
          { value: 129, format: 'money' },
          { value: 0.75, format: 'percent' },
        ],
      ],
      Hours: rowsOf(prices),
    }),
  ),
  office(
    'empty cells, XLSX',
    'sheet',
    [{ kind: 'heading', text: 'Loans' }, gaps[2]!],
    workbook({ Loans: rowsOf(gaps) }),
  ),
  office('three slides, PPTX', 'slides', slides.flat(), presentation(slides)),
  office('chinese, PPTX', 'slides', texts.chinese.blocks, presentation([texts.chinese.blocks])),
]

/** 41 documents whose text is known. */
export const goldenSet: readonly GoldenDocument[] = [...bornDigital, ...scans, ...officeFiles]
