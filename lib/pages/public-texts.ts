import { rankedLocales } from "../core/locale";
import { memoize } from "../core/memoize";

/** The words of the pages that visitors see. */
const en = {
  lang: "en",
  frontText:
    "This domain hosts short links. If a link brought you here, it has expired or is incomplete. Ask the sender for a new one.",
  notFoundTitle: "There is no link at this address",
  checkSpelling: "Check the spelling.",
  caseCounts: "Capital letters count.",
  askAgain: "If it was sent to you, ask for it again.",
  noPageTitle: "Page not found",
  noPageText: "Check the address, or ask the sender for a new link.",
  tooManyTitle: "Too many requests",
  tooManyText:
    "Many requests from your network asked for short links that do not exist. Wait a minute, then try again.",
  expiredTitle: "This link has expired",
  /** `{to}`: a link. */
  expiredText: "You are being taken to {to}.",
  unavailableTitle: "This link cannot be opened right now",
  unavailableText:
    "The service behind it is not reachable at the moment. Nothing is wrong with the link: try again in a few seconds.",
  home: "Home",
  signIn: "Sign in",
  imprint: "Imprint",
  privacy: "Privacy",
  reportAbuse: "Report abuse",
  passwordTitle: "This link is protected",
  passwordText: "Enter the password to continue.",
  password: "Password",
  continue: "Continue",
  wrongPassword: "Incorrect password. Try again.",
  /** `{minutes}`: such as 15 minutes. */
  tooManyGuesses: "Too many attempts. Wait {minutes}, then try again.",
  busy: "This server is busy at the moment. Try again in a few seconds.",
  unreadableForm: "The form could not be read. Try again.",
  previewTitle: "This short link leads to",
  /** `{month}`: such as May 2026. */
  previewCreated: "Created in {month}",
  /** For a visit that is not counted, to a link with a maximum of clicks. */
  notCountedTitle: "This link has a click limit",
  notCountedText:
    "This visit does not count as a click, so it does not lead to the destination. To use one of the clicks, open the link in a private tab.",
};

export type PublicTexts = Readonly<typeof en>;

export const publicTexts = {
  en,
  de: {
    lang: "de",
    frontText:
      "Diese Domain stellt Kurzlinks bereit. Wenn ein Link Sie hierher geführt hat, ist er abgelaufen oder unvollständig. Bitten Sie den Absender um einen neuen.",
    notFoundTitle: "Unter dieser Adresse gibt es keinen Link",
    checkSpelling: "Prüfen Sie die Schreibweise.",
    caseCounts: "Achten Sie auf Groß- und Kleinschreibung.",
    askAgain: "Wenn Sie den Link zugeschickt bekommen haben, fragen Sie noch einmal nach.",
    noPageTitle: "Seite nicht gefunden",
    noPageText: "Prüfen Sie die Adresse, oder bitten Sie den Absender um einen neuen Link.",
    tooManyTitle: "Zu viele Anfragen",
    tooManyText:
      "Aus Ihrem Netz wurden viele Kurzlinks aufgerufen, die es nicht gibt. Warten Sie eine Minute, und versuchen Sie es dann noch einmal.",
    expiredTitle: "Dieser Link ist abgelaufen",
    expiredText: "Sie werden zu {to} weitergeleitet.",
    unavailableTitle: "Dieser Link lässt sich gerade nicht öffnen",
    unavailableText:
      "Der Dienst dahinter ist im Moment nicht erreichbar. Der Link selbst ist in Ordnung: Versuchen Sie es in ein paar Sekunden noch einmal.",
    home: "Startseite",
    signIn: "Anmelden",
    imprint: "Impressum",
    privacy: "Datenschutz",
    reportAbuse: "Missbrauch melden",
    passwordTitle: "Dieser Link ist geschützt",
    passwordText: "Geben Sie das Passwort ein, um fortzufahren.",
    password: "Passwort",
    continue: "Weiter",
    wrongPassword: "Falsches Passwort. Versuchen Sie es noch einmal.",
    tooManyGuesses:
      "Zu viele Versuche. Warten Sie {minutes}, und versuchen Sie es dann noch einmal.",
    busy: "Der Server ist gerade ausgelastet. Versuchen Sie es in einigen Sekunden noch einmal.",
    unreadableForm: "Das Formular konnte nicht gelesen werden. Versuchen Sie es noch einmal.",
    previewTitle: "Dieser Kurzlink führt zu",
    previewCreated: "Erstellt im {month}",
    notCountedTitle: "Die Zahl der Klicks auf diesen Link ist begrenzt",
    notCountedText:
      "Dieser Besuch zählt nicht als Klick und führt deshalb nicht zum Ziel. Um einen der Klicks zu nutzen, öffnen Sie den Link in einem privaten Fenster.",
  },
  fr: {
    lang: "fr",
    frontText:
      "Ce domaine héberge des liens courts. Si un lien vous a amené ici, il a expiré ou il est incomplet. Demandez-en un nouveau à l’expéditeur.",
    notFoundTitle: "Aucun lien à cette adresse",
    checkSpelling: "Vérifiez l’orthographe.",
    caseCounts: "Les majuscules et minuscules sont distinguées.",
    askAgain: "Si on vous a envoyé ce lien, redemandez-le.",
    noPageTitle: "Page introuvable",
    noPageText: "Vérifiez l’adresse ou demandez un nouveau lien à l’expéditeur.",
    tooManyTitle: "Trop de requêtes",
    tooManyText:
      "De nombreuses requêtes de votre réseau portaient sur des liens courts qui n’existent pas. Patientez une minute, puis réessayez.",
    expiredTitle: "Ce lien a expiré",
    expiredText: "Vous allez être redirigé vers {to}.",
    unavailableTitle: "Ce lien ne peut pas être ouvert pour le moment",
    unavailableText:
      "Le service est momentanément inaccessible. Le lien n’est pas en cause : réessayez dans quelques secondes.",
    home: "Accueil",
    signIn: "Se connecter",
    imprint: "Mentions légales",
    privacy: "Confidentialité",
    reportAbuse: "Signaler un abus",
    passwordTitle: "Ce lien est protégé",
    passwordText: "Saisissez le mot de passe pour continuer.",
    password: "Mot de passe",
    continue: "Continuer",
    wrongPassword: "Mot de passe incorrect. Réessayez.",
    tooManyGuesses: "Trop de tentatives. Patientez {minutes}, puis réessayez.",
    busy: "Le serveur est occupé. Réessayez dans quelques secondes.",
    unreadableForm: "Le formulaire n’a pas pu être lu. Réessayez.",
    previewTitle: "Ce lien court mène à",
    previewCreated: "Créé en {month}",
    notCountedTitle: "Le nombre de clics sur ce lien est limité",
    notCountedText:
      "Cette visite ne compte pas comme un clic et ne mène donc pas à la destination. Pour utiliser un des clics, ouvrez le lien dans une fenêtre privée.",
  },
  es: {
    lang: "es",
    frontText:
      "Este dominio aloja enlaces cortos. Si un enlace te ha traído aquí, ha caducado o está incompleto. Pide uno nuevo a quien te lo envió.",
    notFoundTitle: "No hay ningún enlace en esta dirección",
    checkSpelling: "Comprueba que esté bien escrita.",
    caseCounts: "Se distinguen mayúsculas y minúsculas.",
    askAgain: "Si te enviaron el enlace, vuelve a pedirlo.",
    noPageTitle: "Página no encontrada",
    noPageText: "Comprueba la dirección o pide un enlace nuevo a quien te lo envió.",
    tooManyTitle: "Demasiadas solicitudes",
    tooManyText:
      "Desde tu red se han solicitado muchos enlaces cortos que no existen. Espera un minuto e inténtalo de nuevo.",
    expiredTitle: "Este enlace ha caducado",
    expiredText: "Te estamos llevando a {to}.",
    unavailableTitle: "Este enlace no se puede abrir en este momento",
    unavailableText:
      "El servicio no está disponible ahora mismo. Al enlace no le pasa nada: inténtalo de nuevo en unos segundos.",
    home: "Inicio",
    signIn: "Iniciar sesión",
    imprint: "Aviso legal",
    privacy: "Privacidad",
    reportAbuse: "Denunciar un abuso",
    passwordTitle: "Este enlace está protegido",
    passwordText: "Introduce la contraseña para continuar.",
    password: "Contraseña",
    continue: "Continuar",
    wrongPassword: "Contraseña incorrecta. Inténtalo de nuevo.",
    tooManyGuesses: "Demasiados intentos. Espera {minutes} e inténtalo de nuevo.",
    busy: "El servidor está ocupado. Inténtalo de nuevo en unos segundos.",
    unreadableForm: "No se ha podido leer el formulario. Inténtalo de nuevo.",
    previewTitle: "Este enlace corto lleva a",
    previewCreated: "Creado en {month}",
    notCountedTitle: "Este enlace tiene un límite de clics",
    notCountedText:
      "Esta visita no cuenta como clic, así que no lleva al destino. Para usar uno de los clics, abra el enlace en una ventana privada.",
  },
  it: {
    lang: "it",
    frontText:
      "Questo dominio ospita link brevi. Se un link ti ha portato qui, è scaduto o incompleto. Chiedine uno nuovo a chi te lo ha inviato.",
    notFoundTitle: "Nessun link a questo indirizzo",
    checkSpelling: "Controlla come è scritto.",
    caseCounts: "Si distinguono maiuscole e minuscole.",
    askAgain: "Se te lo hanno inviato, chiedilo di nuovo.",
    noPageTitle: "Pagina non trovata",
    noPageText: "Controlla l’indirizzo o chiedi un nuovo link a chi te lo ha inviato.",
    tooManyTitle: "Troppe richieste",
    tooManyText:
      "Dalla tua rete sono stati richiesti molti link brevi che non esistono. Attendi un minuto, poi riprova.",
    expiredTitle: "Questo link è scaduto",
    expiredText: "Stai per essere reindirizzato a {to}.",
    unavailableTitle: "Al momento questo link non si può aprire",
    unavailableText:
      "Il servizio non è raggiungibile in questo momento. Il link è a posto: riprova tra qualche secondo.",
    home: "Pagina iniziale",
    signIn: "Accedi",
    imprint: "Note legali",
    privacy: "Privacy",
    reportAbuse: "Segnala un abuso",
    passwordTitle: "Questo link è protetto",
    passwordText: "Inserisci la password per continuare.",
    password: "Password",
    continue: "Continua",
    wrongPassword: "Password errata. Riprova.",
    tooManyGuesses: "Troppi tentativi. Attendi {minutes}, poi riprova.",
    busy: "Il server è occupato. Riprova tra qualche secondo.",
    unreadableForm: "Non è stato possibile leggere il modulo. Riprova.",
    previewTitle: "Questo link breve porta a",
    previewCreated: "Data di creazione: {month}",
    notCountedTitle: "Questo link ha un limite di clic",
    notCountedText:
      "Questa visita non conta come clic e quindi non porta alla destinazione. Per usare uno dei clic, apra il link in una finestra privata.",
  },
  nl: {
    lang: "nl",
    frontText:
      "Op dit domein staan korte links. Heeft een link je hierheen gebracht, dan is die verlopen of onvolledig. Vraag de afzender om een nieuwe.",
    notFoundTitle: "Op dit adres staat geen link",
    checkSpelling: "Controleer de spelling.",
    caseCounts: "Hoofdletters tellen mee.",
    askAgain: "Heb je de link toegestuurd gekregen, vraag er dan opnieuw om.",
    noPageTitle: "Pagina niet gevonden",
    noPageText: "Controleer het adres of vraag de afzender om een nieuwe link.",
    tooManyTitle: "Te veel verzoeken",
    tooManyText:
      "Vanuit je netwerk zijn veel korte links opgevraagd die niet bestaan. Wacht een minuut en probeer het opnieuw.",
    expiredTitle: "Deze link is verlopen",
    expiredText: "Je wordt doorgestuurd naar {to}.",
    unavailableTitle: "Deze link kan nu niet worden geopend",
    unavailableText:
      "De dienst erachter is op dit moment niet bereikbaar. Met de link is niets mis: probeer het over een paar seconden opnieuw.",
    home: "Startpagina",
    signIn: "Inloggen",
    imprint: "Colofon",
    privacy: "Privacy",
    reportAbuse: "Misbruik melden",
    passwordTitle: "Deze link is beveiligd",
    passwordText: "Voer het wachtwoord in om door te gaan.",
    password: "Wachtwoord",
    continue: "Doorgaan",
    wrongPassword: "Onjuist wachtwoord. Probeer het opnieuw.",
    tooManyGuesses: "Te veel pogingen. Wacht {minutes} en probeer het opnieuw.",
    busy: "De server is bezet. Probeer het over enkele seconden opnieuw.",
    unreadableForm: "Het formulier kon niet worden gelezen. Probeer het opnieuw.",
    previewTitle: "Deze korte link leidt naar",
    previewCreated: "Gemaakt in {month}",
    notCountedTitle: "Deze link heeft een kliklimiet",
    notCountedText:
      "Dit bezoek telt niet als klik en leidt daarom niet naar de bestemming. Open de link in een privévenster om een van de klikken te gebruiken.",
  },
  pl: {
    lang: "pl",
    frontText:
      "W tej domenie znajdują się krótkie linki. Jeśli trafiono tu przez link, to wygasł on lub jest niekompletny. Poproś nadawcę o nowy.",
    notFoundTitle: "Pod tym adresem nie ma linku",
    checkSpelling: "Sprawdź pisownię.",
    caseCounts: "Wielkość liter ma znaczenie.",
    askAgain: "Jeśli ktoś przysłał ci ten link, poproś o niego ponownie.",
    noPageTitle: "Nie znaleziono strony",
    noPageText: "Sprawdź adres lub poproś nadawcę o nowy link.",
    tooManyTitle: "Zbyt wiele żądań",
    tooManyText:
      "Z twojej sieci nadeszło wiele żądań krótkich linków, które nie istnieją. Odczekaj minutę i spróbuj ponownie.",
    expiredTitle: "Ten link wygasł",
    expiredText: "Za chwilę nastąpi przekierowanie na stronę {to}.",
    unavailableTitle: "Tego linku nie można teraz otworzyć",
    unavailableText:
      "Usługa jest chwilowo niedostępna. Z linkiem wszystko w porządku: spróbuj ponownie za kilka sekund.",
    home: "Strona główna",
    signIn: "Zaloguj się",
    imprint: "Nota prawna",
    privacy: "Prywatność",
    reportAbuse: "Zgłoś nadużycie",
    passwordTitle: "Ten link jest chroniony",
    passwordText: "Wpisz hasło, aby kontynuować.",
    password: "Hasło",
    continue: "Kontynuuj",
    wrongPassword: "Nieprawidłowe hasło. Spróbuj ponownie.",
    tooManyGuesses: "Zbyt wiele prób. Czas do następnej próby: {minutes}.",
    busy: "Serwer jest zajęty. Spróbuj ponownie za kilka sekund.",
    unreadableForm: "Nie udało się odczytać formularza. Spróbuj ponownie.",
    previewTitle: "Ten krótki link prowadzi do",
    previewCreated: "Utworzono: {month}",
    notCountedTitle: "Ten link ma limit kliknięć",
    notCountedText:
      "Te odwiedziny nie liczą się jako kliknięcie, dlatego nie prowadzą do celu. Aby wykorzystać jedno z kliknięć, otwórz link w oknie prywatnym.",
  },
  // Words that readers in Brazil and in Portugal share.
  pt: {
    lang: "pt",
    frontText:
      "Este domínio hospeda links curtos. Se chegou aqui por um link, esse link expirou ou está incompleto. Peça um novo a quem o enviou.",
    notFoundTitle: "Não existe nenhum link neste endereço",
    checkSpelling: "Verifique se está bem escrito.",
    caseCounts: "Maiúsculas e minúsculas são diferenciadas.",
    askAgain: "Se alguém lhe enviou o link, peça-o novamente.",
    noPageTitle: "Página não encontrada",
    noPageText: "Verifique o endereço ou peça um novo link a quem o enviou.",
    tooManyTitle: "Excesso de solicitações",
    tooManyText:
      "A partir da sua rede foram solicitados muitos links curtos que não existem. Aguarde um minuto e tente novamente.",
    expiredTitle: "Este link expirou",
    expiredText: "Redirecionamento para {to}.",
    unavailableTitle: "Não é possível abrir este link agora",
    unavailableText:
      "O serviço não está disponível neste momento. O link está correto: tente novamente em alguns segundos.",
    home: "Página inicial",
    signIn: "Entrar",
    imprint: "Aviso legal",
    privacy: "Privacidade",
    reportAbuse: "Denunciar abuso",
    passwordTitle: "Este link está protegido",
    passwordText: "Digite a senha para continuar.",
    password: "Senha",
    continue: "Continuar",
    wrongPassword: "Senha incorreta. Tente novamente.",
    tooManyGuesses: "Muitas tentativas. Aguarde {minutes} e tente novamente.",
    busy: "O servidor está ocupado. Tente novamente em alguns segundos.",
    unreadableForm: "Não foi possível ler o formulário. Tente novamente.",
    previewTitle: "Este link curto leva a",
    previewCreated: "Criado em {month}",
    notCountedTitle: "Este link tem um limite de cliques",
    notCountedText:
      "Esta visita não conta como clique, por isso não leva ao destino. Para usar um dos cliques, abra o link em uma janela privada.",
  },
} satisfies Record<string, PublicTexts>;

export type PublicLanguage = keyof typeof publicTexts;

/** The first language of an Accept-Language header that there are texts in, else English. */
export function languageOf(acceptLanguage: string | null): PublicLanguage {
  return acceptLanguage ? best(acceptLanguage) : "en";
}

const best = memoize(2_000, (acceptLanguage): PublicLanguage => {
  const languages = rankedLocales(acceptLanguage).map((locale) => locale.split("-", 1)[0] ?? "");
  return (
    languages.find((language): language is PublicLanguage =>
      Object.hasOwn(publicTexts, language),
    ) ?? "en"
  );
});
