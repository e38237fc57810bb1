// The entry point of the web app.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showDownloadToasts } from '#features/downloads/download-toasts.ts';
import { rememberSpeeds } from '#features/downloads/past-speed.ts';
import { startI18n } from '#i18n/i18n.ts';
import { addTexts, firstLanguage, setLanguage } from '#i18n/language.ts';
import { App } from './app.tsx';
import { createRoutes } from './router.tsx';
import { createServices } from './services.ts';

startI18n();
// Without the texts of the reader's language, the page starts in English.
if (!(await setLanguage(firstLanguage()))) await addTexts('members');
const services = createServices();
showDownloadToasts(services.downloads);
rememberSpeeds(services.downloads);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App services={services} routes={createRoutes(services)} />
  </StrictMode>,
);
