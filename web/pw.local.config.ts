import config from './playwright.config';
const base = 'http://127.0.0.1:4193/any/folder/';
export default { ...config, outputDir: '/tmp/lobby-results', use: { ...config.use, baseURL: base }, webServer: { command: 'node scripts/serve.mjs dist 4193 /any/folder/', url: base, reuseExistingServer: false } };
