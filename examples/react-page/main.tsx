import { createClient, memoryStore } from '@forecourt/core';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Payment } from './Payment.tsx';
import { SignIn } from './SignIn.tsx';

const client = createClient({ baseUrl: `${location.origin}/api/v1`, store: memoryStore() });

function Page() {
  const [signedIn, setSignedIn] = useState(false);
  return signedIn ? (
    <Payment client={client} />
  ) : (
    <SignIn client={client} onDone={() => setSignedIn(true)} />
  );
}

const home = document.getElementById('page');
if (!home) throw new Error('The page has no #page element.');
createRoot(home).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
