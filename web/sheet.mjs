import { chromium } from '@playwright/test';
import { chromium as path } from './scripts/browser.mjs';
import { readdirSync } from 'node:fs';
const dir='/work/main/docs/images/all/';
const all=readdirSync(dir);
const browser=await chromium.launch({executablePath:path(),args:['--no-sandbox']});
const page=await browser.newPage({viewport:{width:1600,height:1200}});
async function sheet(name, files, w){
  const html='<body style="margin:0;display:flex;flex-wrap:wrap;gap:8px;background:#888">'+files.map(f=>`<figure style="margin:0;width:${w}px"><figcaption style="font:12px sans-serif;background:#ff0">${f}</figcaption><img style="width:${w}px" src="file://${dir}${f}"></figure>`).join('')+'</body>';
  const fs=await import('node:fs'); fs.writeFileSync('/tmp/sheets/'+name+'.html',html);
  await page.goto('file:///tmp/sheets/'+name+'.html'); await page.screenshot({path:'/tmp/sheets/'+name+'.png',fullPage:true});
}
const phones=all.filter(f=>f.includes('phone-en')); const zh=all.filter(f=>f.includes('phone-zh'));
const desk=all.filter(f=>f.includes('desktop-en')); const dzh=all.filter(f=>f.includes('desktop-zh'));
const chunk=(a,n)=>Array.from({length:Math.ceil(a.length/n)},(_,i)=>a.slice(i*n,i*n+n));
for (const [k,list,n,w] of [['p',phones,5,310],['z',zh,5,310],['d',desk,4,790],['c',dzh,4,790]]) for (const [i,c] of chunk(list,n).entries()) await sheet(k+i,c,w);
await browser.close();
