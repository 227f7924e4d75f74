// Writes what the page shows as Markdown, for people who look at a change without a browser.
import { writeFile } from 'node:fs/promises'
import { price } from './page.js'
import { products } from './products.js'

const row = ({ name, cents, allergens }) => `| ${name} | ${price(cents)} | ${allergens?.join(', ') ?? 'not named'} |`

await writeFile('page.md', `| Product | Price | Allergens |\n| --- | --- | --- |\n${products.map(row).join('\n')}\n`)
