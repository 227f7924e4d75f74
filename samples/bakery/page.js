import { products } from './products.js'

export const price = (cents) => `${(cents / 100).toFixed(2)} EUR`

const row = ({ name, cents }) => `<li>${name}: ${price(cents)}</li>`

export const page = () => `<!doctype html>
<title>Larkspur Bakery</title>
<h1>Larkspur Bakery</h1>
<ul>${products.map(row).join('')}</ul>
`
